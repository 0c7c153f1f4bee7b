import { serverLimits } from "../../shared/base/limits";
import { assertThat, type Check } from "./check";
import type { Answer } from "./probe";

type Rule = { name: string; problemOf: (answer: Answer) => string | null };

const rules: Rule[] = [
	{
		name: "every answer: application/json",
		problemOf: ({ status, headers, isWhole, calls }) => {
			// tRPC labels its own denial of a batch over the cap as text/plain; the console sends no such batch.
			if (status === 400 && isWhole && calls[0]?.kind === "error") return null;
			const contentType = headers.get("content-type") ?? "none";
			return /^application\/(json|jsonl)\b/i.test(contentType) ? null : `the content type is ${contentType}`;
		},
	},
	{
		name: "every answer: no redirect",
		problemOf: ({ status }) => (status >= 300 && status < 400 ? `answered ${status}` : null),
	},
	{
		name: "every answer: no cookie",
		problemOf: ({ headers }) => (headers.has("set-cookie") ? "sets a cookie" : null),
	},
	{
		name: "every answer: not for shared caches",
		problemOf: ({ headers }) => {
			const cacheControl = headers.get("cache-control") ?? "";
			return /\bpublic\b|s-maxage/i.test(cacheControl) ? `cache-control is ${cacheControl}` : null;
		},
	},
	{
		name: "every good answer: vary names trpc-accept, or no-store",
		problemOf: ({ status, headers }) => {
			if (status !== 200 && status !== 207) return null;
			const isKept = !/\bno-store\b/i.test(headers.get("cache-control") ?? "");
			const varies = /(^|[\s,])(trpc-accept|\*)([\s,]|$)/i.test(headers.get("vary") ?? "");
			return isKept && !varies ? `vary is ${headers.get("vary") ?? "absent"}` : null;
		},
	},
	{
		name: `every answer: at most ${serverLimits.upstreamBodyBytes / 1e6} MB`,
		problemOf: ({ bytes }) => (bytes > serverLimits.upstreamBodyBytes ? `${bytes} bytes` : null),
	},
	{
		name: "every error: an envelope that agrees with the status",
		problemOf: ({ status, calls }) => {
			if (status < 400) return null;
			for (const call of calls) {
				if (call.kind === "data") return `a result under ${status}`;
				if (call.kind === "neither") return call.problem;
				const { httpStatus } = call.error.data;
				if (httpStatus !== status) return `data.httpStatus is ${httpStatus} under ${status}`;
			}
			return null;
		},
	},
	{
		name: "every error: no stack trace",
		problemOf: ({ calls }) => {
			const hasStack = calls.some((call) => call.kind === "error" && call.error.data.stack !== undefined);
			return hasStack ? "data.stack is there" : null;
		},
	},
];

/** Rules for every answer; they check the answers of the earlier checks. */
export const everyAnswerChecks: Check[] = rules.map(({ name, problemOf }) => ({
	name,
	async run({ probe: { answers } }) {
		assertThat(answers.length > 0, "nothing was answered");
		for (const answer of answers) {
			const problem = problemOf(answer);
			assertThat(problem === null, `${answer.requested}: ${problem}`);
		}
		return null;
	},
}));
