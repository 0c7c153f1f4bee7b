import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createReporter } from "../../../backend/base/report-error";
import { localErrorService } from "../../../shared/errors/error-service";
// The product loads this at the first error; its load is no part of a test's time.
import "../../../shared/errors/send-error";
import { takeLogs } from "../fixtures/logs";

const facts = { place: "account", event: "job-failed", name: "seal" } as const;

/** Reports one error and returns what was posted once the background work is done. */
async function postedBy(respond: () => Response, variables: object = localErrorService.variables): Promise<string[]> {
	const posted: string[] = [];
	const works: Promise<unknown>[] = [];
	const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
		posted.push(await new Request(url, init).text());
		return respond();
	};
	const local = { fetch, connect: env.LOCAL.connect };
	const report = createReporter({
		env: { ...env, ...variables, LOCAL: local },
		waitUntil: (work) => void works.push(work),
	});
	report(new Error("The bucket is gone"), facts);
	await Promise.all(works);
	return posted;
}

describe("an unexpected error", () => {
	it("reports in the background, with its place, event and name", async () => {
		const [envelope = "", ...more] = await postedBy(() => Response.json({}));
		expect(more).toEqual([]);
		const [, , event = ""] = envelope.split("\n");
		expect(JSON.parse(event)).toMatchObject({
			tags: facts,
			environment: "local",
			exception: { values: [{ value: "The bucket is gone" }] },
		});
	});

	it("logs that the service did not take the report", async () => {
		await postedBy(() => new Response("", { status: 500 }));
		expect(takeLogs()).toEqual([expect.stringContaining("error-not-reported")]);
	});

	it("goes nowhere without a service", async () => {
		expect(await postedBy(() => Response.json({}), {})).toEqual([]);
	});
});
