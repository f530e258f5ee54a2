"""A machine of GitHub or GitLab: its steps run in a shell, only apt-get and the build of Danno are stand-ins."""

import os
import pathlib
import subprocess

from driver import DANNO, InAFolder


class OnAService(InAFolder):
    """Repositories OWNER/danno of both services, with a commit COMMIT."""

    def setUp(self):
        super().setUp()
        self.environment = {
            **os.environ, "HOME": str(self.folder), "GITHUB_STEP_SUMMARY": "summary.md",
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            "PATH": f"{self.folder}/bin:{pathlib.Path(DANNO).parent}:{os.environ['PATH']}"}
        self.write("bin/apt-get", '#!/bin/sh\necho apt-get "$@"\n', 0o755)
        for key, value in (("user.name", "test"), ("user.email", "test@test"), ("init.defaultBranch", "main"),
                           (f"url.file://{self.folder}/hub/.insteadOf", "https://github.com/"),
                           (f"url.file://{self.folder}/lab/.insteadOf", "https://gitlab.com/")):
            self.shell(f"git config --global --add '{key}' '{value}'", self.folder)
        package = '#!/bin/sh\necho building\nmkdir -p "$1" && touch "$1/danno_1_amd64.deb"\n'
        for hub in "hub", "lab":
            self.write(f"{hub}/OWNER/danno.git/.ci/package", package, 0o755)
            self.commit(self.folder / f"{hub}/OWNER/danno.git", "git branch COMMIT")

    def commit(self, folder, then="true"):
        self.shell(f"git init -q && git add -A && git commit -q -m one && {then}", folder)

    def run_step(self, script, folder, **variables):
        """As the runners do: bash that stops at the first error."""
        return subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=folder, capture_output=True, text=True,
                              timeout=280, env={**self.environment, **variables})

    def shell(self, script, folder=None, **variables):
        ran = self.run_step(script, folder or self.folder / "work", **variables)
        self.assertEqual(ran.returncode, 0, f"{script}\n{ran.stdout}{ran.stderr}")
        return ran.stdout
