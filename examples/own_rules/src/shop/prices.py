"""What things cost."""


def total(net: float) -> float:
    return net * 1.19
