"""The environments that Gymnasium knows by name."""

from __future__ import annotations

import gymnasium as gym

from ginrules.presets import preset_names

VERSION = 1
"""The version in the names; it goes up when actions, observations or rewards change their meaning."""


def register_envs() -> None:
    """Register ``ginrules/Gin-v1`` and ``ginrules/<preset>-v1`` with Gymnasium; importing `ginrules.rl` does it.

    Examples:
        >>> import ginrules as gin
        >>> import gymnasium as gym
        >>> gin.rl.register_envs()
        >>> gym.spec("ginrules/oklahoma-v1").kwargs
        {'rules': 'oklahoma'}
    """
    names: dict[str, dict[str, str]] = {"Gin": {}} | {name: {"rules": name} for name in preset_names()}
    for name, options in names.items():
        env_id = f"ginrules/{name}-v{VERSION}"
        if env_id not in gym.registry:
            gym.register(
                env_id,
                entry_point="ginrules.rl.seat_env:SeatEnv",
                vector_entry_point="ginrules.rl.vector:VectorEnv",
                kwargs=options,
            )
