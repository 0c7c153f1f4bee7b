import { afterEach, describe, expect, it, vi } from "vitest";
import { type GivenReason, onReasonNeeded } from "../../client/api/reason-request";
import { trpcClient } from "../../client/api/trpc";
import type { NeededReason } from "../../shared/account/change-reasons";
import { headerNames } from "../../shared/base/header-names";
import { Denied, stubCalls } from "./stubbed-calls";

const needed: NeededReason = { kind: "removals", isProven: false };
const archive = (name: string) => trpcClient.device.archiveDevices.mutate({ deviceIds: [name] });

/** A backend that needs a reason for each change. `fault`: what a change with one fails for. */
function stubBackend(fault: () => Denied | null = () => null) {
	const reasons: (string | null)[] = [];
	const calls = stubCalls({
		"device.archiveDevices": () => {
			const reason = reasons.at(-1) ?? null;
			if (reason === null) throw new Denied({ reason: "REASON_REQUIRED", httpStatus: 412, neededReason: needed });
			const failure = fault();
			if (failure) throw failure;
			return null;
		},
	});
	const stubbed = vi.mocked(window.fetch);
	const respond = stubbed.getMockImplementation() ?? fetch;
	stubbed.mockImplementation((address, init) => {
		const sent = new Headers(init?.headers).get(headerNames.reason);
		reasons.push(sent && decodeURIComponent(sent));
		return respond(address, init);
	});
	return { calls, reasons };
}

function personGives(given: (GivenReason | null)[]) {
	const asked = vi.fn(async () => given.shift() ?? null);
	stop = onReasonNeeded(asked);
	return asked;
}

let stop = () => {};
afterEach(() => stop());

describe("the reason of a change", () => {
	it("sends a change again with the reason that the account needs", async () => {
		const { reasons } = stubBackend();
		const asked = personGives([{ reason: "Wärmer – ü", isForNext: false }]);
		await archive("one");
		expect(reasons).toEqual([null, "Wärmer – ü"]);
		expect(asked).toHaveBeenCalledWith(needed);
	});

	it("fails a change whose person gives no reason", async () => {
		stubBackend();
		personGives([null]);
		await expect(archive("two")).rejects.toMatchObject({ data: { reason: "REASON_REQUIRED" } });
	});

	it("keeps the reason of a change that failed for another cause", async () => {
		const faults = [new Denied({ reason: "DEVICE_NOT_FOUND", httpStatus: 404 })];
		const { reasons } = stubBackend(() => faults.shift() ?? null);
		const asked = personGives([{ reason: "Moved", isForNext: false }]);
		await expect(archive("three")).rejects.toMatchObject({ data: { reason: "DEVICE_NOT_FOUND" } });
		await archive("four");
		expect(reasons).toEqual([null, "Moved", null, "Moved"]);
		expect(asked).toHaveBeenCalledOnce();
	});

	it("shows one question for changes at the same time if its answer is for all of them", async () => {
		stubBackend();
		const asked = personGives([{ reason: "Service visit", isForNext: true }]);
		await Promise.all([archive("five"), archive("six"), archive("seven")]);
		expect(asked).toHaveBeenCalledOnce();
	});
});
