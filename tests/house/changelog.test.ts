import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { storedForm } from "../../backend/base/stored-form";

const changelog = readFileSync(fileURLToPath(new URL("../../CHANGELOG.md", import.meta.url)), "utf8");

type Release = { name: string; version: number; leastReader: number; rollback: string };

/** The first line of each release, which a program may read: `Stored form 3, read from form 2: rollback is possible`. */
function releasesOf(text: string): (Release | string)[] {
	return text
		.split(/^## /m)
		.slice(1)
		.map((part) => {
			const [heading = "", , line = ""] = part.split("\n");
			const match = /^Stored form (\d+), read from form (\d+): (.+)\.$/.exec(line);
			if (!match) return `${heading} begins without its stored form: ${line}`;
			const [, version, leastReader, rollback = ""] = match;
			return { name: heading, version: Number(version), leastReader: Number(leastReader), rollback };
		});
}

const released = releasesOf(changelog);
const releases = released.filter((release): release is Release => typeof release !== "string");

function mayRollBack(release: Release, before: Release): boolean {
	return before.version >= release.leastReader;
}

describe("the changelog", () => {
	it("begins each release with its stored form, and whether it can be rolled back", () => {
		expect(released.filter((release) => typeof release === "string")).toEqual([]);
		expect(releases.length).toBeGreaterThan(2);
	});

	it("says of the newest release what its code writes", () => {
		expect(releases[0]).toMatchObject(storedForm);
	});

	it("says that a rollback is possible exactly where the release before reads what this one stores", () => {
		releases.slice(0, -1).forEach((release, index) => {
			const before = releases[index + 1];
			if (!before) return;
			const shows = mayRollBack(release, before) ? /^rollback is possible/ : /^no rollback behind this release/;
			expect(release.rollback, release.name).toMatch(shows);
			expect(release.version, release.name).toBeGreaterThanOrEqual(before.version);
		});
	});

	it("detects a release without its form or with a wrong one", () => {
		expect(releasesOf("## 9.0\n\nNew things.\n")).toEqual([expect.stringContaining("9.0 begins without")]);
		const [newer, older] = releasesOf(
			"## 9.1\n\nStored form 9, read from form 8: x.\n## 9.0\n\nStored form 8, read from form 8: x.\n",
		);
		if (typeof newer === "string" || typeof older === "string" || !newer || !older) throw new Error("not parsed");
		expect(mayRollBack(newer, older)).toBe(true);
	});
});
