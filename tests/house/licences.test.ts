import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findUnknown, licencesOf } from "../../local/tasks/licences.mjs";

const lockfile = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));

it("a person has looked at the licence of everything that is deployed", () => {
	expect(findUnknown(licencesOf(lockfile))).toEqual([]);
});

it("a licence that no one has looked at is named, and one of development is left alone", () => {
	const packages = {
		"": { license: "UNLICENSED" },
		"node_modules/one": { version: "1.0.0", license: "GPL-3.0-only" },
		"node_modules/one/node_modules/two": { version: "2.0.0", license: "(GPL-3.0-only OR MIT)" },
		"node_modules/three": { version: "3.0.0", license: "MIT AND SSPL-1.0" },
		"node_modules/four": { version: "4.0.0" },
		"node_modules/five": { version: "5.0.0", license: "SSPL-1.0", dev: true },
	};
	const names = findUnknown(licencesOf({ packages })).map(({ name }) => name);
	expect(names).toEqual(["one 1.0.0", "three 3.0.0", "four 4.0.0"]);
});
