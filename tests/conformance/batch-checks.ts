import { CurrentAccount } from "../../shared/account/account";
import { serverLimits } from "../../shared/base/limits";
import { assertThat, type Check } from "./check";
import { assertCount, assertStatus, dataOrThrow, errorOrThrow } from "./expect-answer";
import type { Answer, Call } from "./probe";
import { queries } from "./queries";

const unknownProcedure = "conformance.noSuchProcedure";
const allQueries: Call[] = queries.map(({ procedure, input }) => [procedure, input]);

function assertEachInItsPlace(answer: Answer, requested: typeof queries): void {
	assertCount(answer, requested.length);
	for (const [index, { shape }] of requested.entries()) dataOrThrow(answer, index, shape);
	assertStatus(answer, 200);
}

/** Checks of a batch and of input that cannot be read. */
export const batchChecks: Check[] = [
	{
		name: "a batch keeps count and order",
		async run({ probe }) {
			const reversed = queries.toReversed();
			assertEachInItsPlace(await probe.query(allQueries), queries);
			assertEachInItsPlace(await probe.query(allQueries.toReversed()), reversed);
			return null;
		},
	},
	{
		name: "queries may come as POST",
		async run({ probe }) {
			assertEachInItsPlace(await probe.postQuery(allQueries), queries);
			return null;
		},
	},
	{
		name: `a batch of ${serverLimits.batchCalls} is taken`,
		async run({ probe }) {
			const answer = await probe.query(Array.from({ length: serverLimits.batchCalls }, () => ["account.getCurrent"]));
			assertCount(answer, serverLimits.batchCalls);
			assertStatus(answer, 200);
			return null;
		},
	},
	{
		name: "a batch over the cap is one error",
		async run({ probe, offer }) {
			const answer = await probe.query(Array.from({ length: offer.batchCap + 1 }, () => ["account.getCurrent"]));
			assertThat(answer.isWhole, `${offer.batchCap + 1} calls were answered with a list of ${answer.calls.length}`);
			assertStatus(answer, 400, 413);
			assertThat(answer.calls[0]?.kind === "error", "the refusal is no error envelope");
			return null;
		},
	},
	{
		name: "an unknown procedure beside a known one: 207, each in its place",
		async run({ probe }) {
			const answer = await probe.query([["account.getCurrent"], [unknownProcedure]]);
			assertCount(answer, 2);
			dataOrThrow(answer, 0, CurrentAccount);
			errorOrThrow(answer, 1, "NOT_FOUND");
			assertStatus(answer, 207);
			return null;
		},
	},
	{
		name: "a batch of one kind of failure has its status",
		async run({ probe }) {
			const answer = await probe.query([[unknownProcedure], [unknownProcedure]]);
			assertCount(answer, 2);
			assertStatus(answer, 404);
			return null;
		},
	},
	{
		name: "input that is no JSON is BAD_REQUEST",
		async run({ probe }) {
			const answer = await probe.ask({ path: "log.getLogs,group.getGroup?batch=1&input=%7Bnot-json" });
			assertThat(answer.isWhole || answer.calls.length === 2, `${answer.calls.length} answers to two calls`);
			for (const [index] of answer.calls.entries()) assertBadRequest(answer, index);
			assertStatus(answer, 400);
			return null;
		},
	},
	{
		name: "input of the wrong shape is BAD_REQUEST",
		async run({ probe }) {
			const answer = await probe.query([["log.getLogs", { rangeType: "fortnight", offset: -1 }]]);
			errorOrThrow(answer, 0, "BAD_REQUEST");
			assertStatus(answer, 400);
			return null;
		},
	},
];

function assertBadRequest(answer: Answer, index: number): void {
	const call = answer.calls[index];
	// tRPC's own name for JSON that it cannot read.
	if (call?.kind === "error" && call.error.data.code === "PARSE_ERROR") return;
	errorOrThrow(answer, index, "BAD_REQUEST");
}
