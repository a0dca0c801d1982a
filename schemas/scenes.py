"""scenes: what a stretch of a session was about."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned
from schemas.tables import Table, register


class Scenes(Partitioned):
    """A scene as the model segmented it; the display name is unique in its partition."""

    scene_id = dy.String(primary_key=True, description="hash of request and place in the reply")
    session_key = dy.String(description="session")
    window_id = dy.String(description="window")
    request_key = dy.String(description="reply it came from")
    ordinal = dy.Int64(min=0, description="place in the reply")
    raw_name = dy.String(description="name as the model gave it")
    display_name = dy.String(description="name made unique in the partition")
    message_keys = dy.List(dy.String(), description="messages of the scene")


TABLE = register(Table("scenes", Scenes, "A scene of a session."))
