import { afterEach, describe, expect, it } from "vitest";
import { type GivenReason, onReasonNeeded } from "../../client/api/reason-request";
import { trpcClient } from "../../client/api/trpc";
import { Denied, stubCalls } from "./stubbed-calls";

const neededPerson = { kind: "rules", isProposable: true } as const;
const deletion = { alertId: "alr_00000000000000000000000000" };
const wrapped = { procedure: "alert.deleteAlert", input: deletion, reason: "Not needed" };

function stubBackend() {
	return stubCalls({
		"alert.deleteAlert": () => {
			throw new Denied({ reason: "SECOND_PERSON_REQUIRED", httpStatus: 412, neededPerson });
		},
		"account.proposeChange": () => null,
		"account.changeInEmergency": () => "done",
	});
}

let stop = () => {};
const personChooses = (given: GivenReason | null) => {
	stop = onReasonNeeded(async () => given);
};
afterEach(() => stop());

describe("a change that needs a second person", () => {
	it("is proposed, and fails as not done yet, so that its form keeps what was typed", async () => {
		const calls = stubBackend();
		personChooses({ reason: "Not needed", isForNext: false, way: "propose" });
		const change = trpcClient.alert.deleteAlert.mutate(deletion);
		await expect(change).rejects.toMatchObject({ data: { reason: "CHANGE_PROPOSED" } });
		expect(calls.at(-1)).toEqual({ procedure: "account.proposeChange", input: wrapped });
	});

	it("returns the change's own result in an emergency", async () => {
		const calls = stubBackend();
		personChooses({ reason: "Not needed", isForNext: false, way: "emergency" });
		await expect(trpcClient.alert.deleteAlert.mutate(deletion)).resolves.toBe("done");
		expect(calls.at(-1)).toEqual({ procedure: "account.changeInEmergency", input: wrapped });
	});

	it("fails where the person leaves the question", async () => {
		stubBackend();
		personChooses(null);
		const change = trpcClient.alert.deleteAlert.mutate(deletion);
		await expect(change).rejects.toMatchObject({ data: { reason: "SECOND_PERSON_REQUIRED" } });
	});
});
