"""Limits on what one page and one address can ask, so that nobody stops the server for the others."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter
from collections.abc import Iterator

import attrs
from seats import TooManyTablesError

MOST_ADDRESSES = 10_000
"""Limit on the addresses that are remembered; those that have asked for nothing lately are forgotten."""


@attrs.define
class Bucket:
    """A number of requests that can be made at once, and comes back with time.

    Attributes:
        most: The number.
        per_second: How many come back in a second.
    """

    most: float
    per_second: float
    left: float = attrs.field(init=False)
    since: float = attrs.field(init=False, factory=time.monotonic)

    def __attrs_post_init__(self) -> None:
        self.left = self.most

    def take(self) -> bool:
        """Take one request; return whether there was one left."""
        self._fill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def delay(self) -> float:
        """Take one request; return after how many seconds it may be answered, so that no more than the number are."""
        self._fill()
        self.left -= 1
        return max(0.0, -self.left / self.per_second)

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken lately."""
        self._fill()
        return self.left >= self.most

    def _fill(self) -> None:
        now = time.monotonic()
        self.left, self.since = min(self.most, self.left + (now - self.since) * self.per_second), now


@attrs.define
class Addresses:
    """The requests of every address.

    Attributes:
        most: The tables that an address can open in an hour. It can have four times as many pages open, and
            send as many messages in a second.
    """

    most: int
    tables: dict[str, Bucket] = attrs.field(factory=dict)
    calls: dict[str, Bucket] = attrs.field(factory=dict)
    messages: dict[str, Bucket] = attrs.field(factory=dict)
    pages: Counter[str] = attrs.field(factory=Counter)

    @contextlib.contextmanager
    def opening(self, address: str) -> Iterator[None]:
        """Count a table that is opened from an address; one that is not made in this block is not counted.

        Raises:
            TooManyTablesError: If too many were opened.
        """
        if not self._taken(self.tables, address, self.most, self.most / 3600):
            raise TooManyTablesError("too many tables were opened from your address: try again in some minutes")
        try:
            yield
        except BaseException:
            self.tables[address].left += 1
            raise

    def may_connect(self, address: str) -> bool:
        """Note that a page of an address connects; return whether it may. `left` must be called when it has gone."""
        most = 4 * self.most
        if self.pages[address] >= most or not self._taken(self.calls, address, most, most / 60):
            return False
        self.pages[address] += 1
        return True

    def left(self, address: str) -> None:
        """Note that a page of an address has gone."""
        self.pages[address] -= 1
        if self.pages[address] <= 0:
            del self.pages[address]

    def delay(self, address: str) -> float:
        """Note a message of an address; return after how many seconds it may be answered."""
        bucket = self._bucket(self.messages, address, 8 * self.most, 4 * self.most)
        return 1.0 if bucket is None else bucket.delay()

    def _taken(self, buckets: dict[str, Bucket], address: str, most: float, per_second: float) -> bool:
        bucket = self._bucket(buckets, address, most, per_second)
        return bucket is not None and bucket.take()

    def _bucket(self, buckets: dict[str, Bucket], address: str, most: float, per_second: float) -> Bucket | None:
        """Return the bucket of an address; None if too many other addresses ask."""
        if address not in buckets and len(buckets) >= MOST_ADDRESSES:
            for idle in [other for other, bucket in buckets.items() if bucket.is_full]:
                del buckets[idle]
            if len(buckets) >= MOST_ADDRESSES:
                return None
        return buckets.setdefault(address, Bucket(most, per_second))


def address_of(host: str | None) -> str:
    """Return the address that limits count: of IPv6 the network of a household, since it has many addresses.

    Examples:
        >>> address_of("203.0.113.5"), address_of("2001:db8:1:2:3:4:5:6"), address_of(None)
        ('203.0.113.5', '2001:db8:1:2::/64', '')
    """
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network(f"{address}/64", strict=False))
