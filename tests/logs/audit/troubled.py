"""Work that goes wrong in all the ways a process can go wrong."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.season import Audited, AuditJob, audit_file


def work(job: str) -> str:
    """A job that does what its name says."""
    if job.startswith("spin"):
        while True:
            pass
    if job.startswith("sleep"):
        time.sleep(3600)
    if job.startswith("slow"):
        time.sleep(0.05)
    if job.startswith("exit"):
        os._exit(7)
    if job.startswith("killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    return job.upper()


def audit(settings: Settings, cache: Path, job: AuditJob) -> Audited:
    """An audit of a file that may be troubled."""
    work(job.path.name)
    return audit_file(settings, cache, job)
