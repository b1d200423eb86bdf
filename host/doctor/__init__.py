"""`animateur doctor`: what works here, what does not, and what to do about it. Never raises; takes a few seconds.

Libraries are imported inside the checks: what this examines is whether they can be.
"""

from host.doctor.checkup import as_json, examine, healthy, lines, report
from host.doctor.finding import Finding

__all__ = ["Finding", "as_json", "examine", "healthy", "lines", "report"]
