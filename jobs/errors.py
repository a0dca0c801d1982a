"""Errors, named by what the runner should do. Each message says what, where, why, what next.

No message carries text of a transcript, a memory or a model.
"""

from __future__ import annotations


class WinnowError(Exception):
    """Base of every error we raise on purpose. `exit_code` is what the command ends with."""

    exit_code = 1


class RowRejected(WinnowError):
    """One line or item cannot be used: quarantine it and go on."""


class WindowFailed(WinnowError):
    """One window got no usable reply: leave it retryable and go on."""


class BucketFailed(WinnowError):
    """One bucket cannot be brought up to date: report it and go on with the others."""


class Retryable(WinnowError):
    """Something outside failed and may work later: try again, then give up the unit of work."""


class Fatal(WinnowError):
    """The run cannot go on."""


class SettingsError(WinnowError):
    """The command line or the settings are wrong; nothing was written."""

    exit_code = 2


class Precondition(WinnowError):
    """The world is not ready: lock held, lake newer than the code, model not usable."""

    exit_code = 3
