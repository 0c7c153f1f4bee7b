import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { storedForm } from "../../backend/base/stored-form";
import { AccountObject } from "../../backend/index";
import { methodsOf } from "../../backend/newer-object";
import { DerivedKind } from "../../shared/device/derived/definition";
import { ReportType } from "../../shared/report/report";
import { conditions } from "../conditions";
import { createSampleAccount } from "./sample-account";
import current from "./states/release-3.json";
import { formOf, storedAccount } from "./stored-state";

declare global {
	namespace Cloudflare {
		interface Env {
			/** Writes a file beside these tests where the run has the flag. */
			STATES: Fetcher;
		}
	}
}

it("stores the state of this release as its code makes it; npm run keep-state writes it anew", async () => {
	const sample = await createSampleAccount();
	const calls = callsOf(AccountObject.prototype);
	const made = { ...sample, calls, kinds, ...(await storedAccount(sample.accountId)) };
	const address = `https://states.test/release-${storedForm.version}.json`;
	const kept = await env.STATES.fetch(address, { method: "PUT", body: `${JSON.stringify(made)}\n` });
	if (kept.ok) return;
	expect(formOf(made)).toEqual(formOf(current));
	expect(made.calls).toEqual(current.calls);
	expect(made.kinds).toEqual(current.kinds);
});

/** Stored names that a release does not read before it knows them. */
const kinds = {
	conditions: [...new Set(conditions.map(({ kind }) => kind))],
	derived: DerivedKind.options,
	reports: ReportType.options,
};

/** The calls of Workers on an account's object: its async public methods. */
function callsOf(prototype: object): string[] {
	const isAsync = (name: string) => Reflect.get(prototype, name)?.constructor.name === "AsyncFunction";
	return methodsOf(prototype).filter(isAsync).sort();
}
