"""Everything that touches the world: commands, settings, the lake, model engines, stages."""
