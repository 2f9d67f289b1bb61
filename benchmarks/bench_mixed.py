"""Seconds to fit the mixed model to 50,000 ratings, against a general sparse solver and statsmodels.

The sparse peer evaluates the same criterion from Henderson's equations of all effects with SciPy's sparse LU, as a
general mixed-model program without special knowledge of documents would; it has no gradient. statsmodels, if it is
installed, works with dense matrices and gets a campaign it can manage; the same one is fitted here for the ratio.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import splu

from adjudge.kernels.mixed_model.reml import COMPONENTS, Floats, Ints, fit_reml, reml_criterion

Design = tuple[Floats, Ints, Ints, Ints, Ints]
SDS = (6.0, 4.0, 5.0, 5.0)
NOISE = 15.0


def simulate(systems: int, documents: int, annotators: int, length: int) -> Design:
    """Every system on every segment; four annotators share a document."""
    rng = np.random.default_rng(0)
    item = np.arange(systems * documents * length)
    system, segment = item % systems, item // systems
    document = segment // length
    crew = np.array([rng.permutation(annotators)[:4] for _ in range(documents)])
    annotator = crew[document, rng.integers(0, 4, len(item))]
    y = 70 + system + rng.normal(0, NOISE, len(item))
    for sd, codes in zip(SDS, (annotator, document, segment, document * systems + system), strict=True):
        y += rng.normal(0, sd, codes.max() + 1)[codes]
    return y, system, annotator, document, segment


def sparse_criterion(design: Design, ratios: NDArray[np.float64]) -> float:
    """The criterion of `reml_criterion` by one sparse LU of all equations, effects scaled by their relative sd."""
    y, system, annotator, document, segment = design
    n, p = len(y), int(system.max()) + 1
    factors = (annotator, document, segment, document * p + system)
    blocks = [_indicators(codes) * np.sqrt(ratio) for codes, ratio in zip(factors, ratios, strict=True)]
    z, x = sparse.hstack(blocks, format="csr"), _indicators(system)
    random = (z.T @ z + sparse.eye_array(z.shape[1])).tocsc()
    lu = splu(random, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    right = np.column_stack([x.toarray(), y])
    left = z.T @ right
    normal = right.T @ right - left.T @ lu.solve(left)
    means = np.linalg.solve(normal[:p, :p], normal[:p, p])
    rss = float(normal[p, p] - normal[p, :p] @ means)
    log_dets = np.log(np.abs(lu.U.diagonal())).sum() + np.linalg.slogdet(normal[:p, :p])[1]
    return float(log_dets + (n - p) * (1 + np.log(2 * np.pi * rss / (n - p))))


def _indicators(codes: Ints) -> sparse.csr_array:
    return sparse.csr_array((np.ones(len(codes)), (np.arange(len(codes)), codes)))


def best_of(*runs: Callable[[], object], times: int = 5) -> list[float]:
    """The shortest of several calls of each, in seconds; they take turns, so that a busy machine hits all alike."""
    seconds: list[list[float]] = [[] for _ in runs]
    for _ in range(times):
        for run, measured in zip(runs, seconds, strict=True):
            start = time.perf_counter()
            run()
            measured.append(time.perf_counter() - start)
    return [min(measured) for measured in seconds]


def against_sparse() -> None:
    """The whole fit, then one evaluation of the criterion by both."""
    design = simulate(20, 150, 60, 17)
    ratios = (np.array(SDS) / NOISE) ** 2
    fit = fit_reml(*design)
    print(f"{len(design[0]):,} ratings of 20 systems, 150 documents, 60 annotators; converged: {fit.converged}")
    (seconds,) = best_of(lambda: fit_reml(*design), times=3)
    print(f"  fit:                  {seconds:7.2f} s, {fit.evaluations} evaluations with gradient")
    gap = reml_criterion(*design, ratios=ratios)[0] - sparse_criterion(design, ratios)
    ours, peer = best_of(lambda: reml_criterion(*design, ratios=ratios), lambda: sparse_criterion(design, ratios))
    print(f"  criterion, adjudge:   {ours * 1000:7.1f} ms")
    print(f"  criterion, sparse LU: {peer * 1000:7.1f} ms; both differ by {abs(gap):.1e}")
    print(f"  adjudge / sparse LU: {ours / peer:.3f}")


def against_statsmodels() -> None:
    """The whole fit of a small campaign."""
    try:
        import pandas as pd
        from statsmodels.regression.mixed_linear_model import MixedLM  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        print("statsmodels: peer not installed")
        return
    y, system, annotator, document, segment = design = simulate(3, 12, 5, 3)
    factors = dict(zip(COMPONENTS, (annotator, document, segment, document * 3 + system), strict=True))
    frame = pd.DataFrame({"y": y, "system": system, **{name[:3]: codes for name, codes in factors.items()}})
    parts = {name[:3]: f"0 + C({name[:3]})" for name in factors}
    model = MixedLM.from_formula("y ~ 0 + C(system)", frame, groups=np.ones(len(y)), vc_formula=parts)
    ours, peer = best_of(lambda: fit_reml(*design), lambda: model.fit(reml=True), times=2)
    print(f"{len(y)} ratings: adjudge {ours * 1000:.0f} ms, statsmodels {peer * 1000:.0f} ms, ratio {ours / peer:.4f}")


if __name__ == "__main__":
    against_sparse()
    against_statsmodels()
