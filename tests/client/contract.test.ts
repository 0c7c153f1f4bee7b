import { describe, expect, it } from "vitest";
import { createContractWatch } from "../../client/api/contract";

function watched(ownVersion: string) {
	const watch = createContractWatch(ownVersion);
	let reported = 0;
	watch.onBehind(() => {
		reported += 1;
	});
	return { watch, reported: () => reported };
}

describe("a page", () => {
	it("learns once that the console is newer", () => {
		const { watch, reported } = watched("9");
		for (const version of ["9", "10", "11", "9", "10"]) watch.record(version);
		expect(reported()).toBe(1);
	});

	it.each([[null], ["9"], ["8"], [""], ["x"]])("learns nothing from a response that says %s", (version) => {
		const { watch, reported } = watched("9");
		watch.record(version);
		expect(reported()).toBe(0);
	});

	it("learns late of a newer console where it calls late", () => {
		const watch = createContractWatch("1");
		watch.record("2");
		let isReported = false;
		watch.onBehind(() => {
			isReported = true;
		});
		expect(isReported).toBe(true);
	});
});
