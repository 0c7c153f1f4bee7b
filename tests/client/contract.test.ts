import { describe, expect, it } from "vitest";
import { createContractWatch } from "../../client/api/contract";

function watched(ownVersion: string) {
	const watch = createContractWatch(ownVersion);
	let told = 0;
	watch.onBehind(() => {
		told += 1;
	});
	return { watch, told: () => told };
}

describe("a page", () => {
	it("is told once that the console is newer", () => {
		const { watch, told } = watched("9");
		for (const version of ["9", "10", "11", "9", "10"]) watch.record(version);
		expect(told()).toBe(1);
	});

	it.each([[null], ["9"], ["8"], [""], ["x"]])("is told nothing by an answer that says %s", (version) => {
		const { watch, told } = watched("9");
		watch.record(version);
		expect(told()).toBe(0);
	});

	it("is told late where it asks late", () => {
		const watch = createContractWatch("1");
		watch.record("2");
		let isTold = false;
		watch.onBehind(() => {
			isTold = true;
		});
		expect(isTold).toBe(true);
	});
});
