"""The versions that figures may depend on, and in which of them two computers differ."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Final

import adjudge

#: Libraries that compute. Those that draw and print change no digit.
_LIBRARIES: Final = ("highspy", "narwhals", "numpy", "polars", "scipy", "threadpoolctl")


def versions() -> dict[str, str]:
    """Adjudge, Python, the platform and the libraries, by name."""
    return {
        "adjudge": adjudge.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.machine()}",
        **{name: version(name) for name in _LIBRARIES},
        "linear algebra": _linear_algebra(),
    }


def _linear_algebra() -> str:
    """The libraries behind numpy and scipy; which of their routines run depends on the processor."""
    import numpy as np
    import scipy.linalg
    from threadpoolctl import threadpool_info

    del np, scipy  # loading them is what counts
    found = (one for one in threadpool_info() if one.get("user_api") == "blas")
    return ", ".join(
        sorted(
            {" ".join(str(one.get(key) or "") for key in ("internal_api", "version", "architecture")) for one in found}
        )
    )


def differences(recorded: Mapping[str, str]) -> list[str]:
    """What differs between the versions of a bundle and those here, in words."""
    here = versions()
    return [
        f"{name} {recorded.get(name) or 'unknown'} in the bundle, {here.get(name) or 'unknown'} here"
        for name in dict.fromkeys([*recorded, *here])
        if recorded.get(name) != here.get(name)
    ]
