"""Structural similarity of two grey images (Wang, Bovik, Sheikh and Simoncelli, 2004)."""

import numpy

SIDE = 7


def window_means(image):
    """The mean of each SIDE × SIDE window, by sums of sums."""
    sums = numpy.pad(image, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    total = sums[SIDE:, SIDE:] - sums[:-SIDE, SIDE:] - sums[SIDE:, :-SIDE] + sums[:-SIDE, :-SIDE]
    return total / SIDE**2


def ssim(first, second):
    """1 for equal images; the mean over all windows. Images smaller than a window compare as equal or not."""
    if min(first.shape) < SIDE:
        return float(numpy.array_equal(first, second))
    first, second = first.astype(float), second.astype(float)
    mean1, mean2 = window_means(first), window_means(second)
    unbiased = SIDE**2 / (SIDE**2 - 1)
    variance1 = unbiased * (window_means(first * first) - mean1 * mean1)
    variance2 = unbiased * (window_means(second * second) - mean2 * mean2)
    covariance = unbiased * (window_means(first * second) - mean1 * mean2)
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    likeness = ((2 * mean1 * mean2 + c1) * (2 * covariance + c2)) / (
        (mean1**2 + mean2**2 + c1) * (variance1 + variance2 + c2)
    )
    return float(likeness.mean())
