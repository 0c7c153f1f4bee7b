import { expect, it } from "vitest";
import type { TestHarness } from "wrangler";
import type { Fetch } from "../conformance/probe";
import { runConformance } from "../conformance/run-conformance";
import { signInLocally } from "../conformance/sign-in";
import { test } from "./product";

const origin = "http://localhost";
const owner = { email: "owner@aqlcloud.test", password: "Local-demo-1" };

/** The harness has the fetch types of Workers, which name the same parts. */
function asFetch(target: Pick<TestHarness, "fetch">): Fetch {
	return target.fetch.bind(target) as unknown as Fetch;
}

let harness: TestHarness;
test.beforeAll(({ harness: started }) => {
	harness = started;
});

it("passes the conformance run as the backend of this repository", async () => {
	const { accessToken, idToken } = await signInLocally(origin, owner, asFetch(harness));
	const results = await runConformance({
		upstream: `${origin}/api/proxy`,
		fetch: asFetch(harness.getWorker("aqlcloud-backend")),
		token: accessToken,
		idToken,
	});
	expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
	expect(results.filter(({ outcome }) => outcome === "not checked").map(({ name }) => name)).toEqual([
		"an expired token is 401",
		"a form as a mutation",
		"an event stream",
	]);
});
