import { describe, expect, it } from "vitest";
import { account } from "../../../backend/db/schema";
import { CallDeniedError, denyExport } from "../../../backend/export/export-denial";
import { type ErrorCode, errorCodes } from "../../../shared/errors/error-codes";
import type { LogExport } from "../../../shared/log/log-export";
import { addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { send } from "../fixtures/people";

const span = { rangeType: "day", offset: 0, from: 0, to: 1, zone: "UTC" } as const;
const query: LogExport = { ...span, format: "csv", form: "long", clock: "device" };

async function responseOf(code: ErrorCode) {
	const response = denyExport(new CallDeniedError({ reason: code }).denial, { requestId: "request" });
	const { error } = await response.json<{ error: { name: string } }>();
	return { status: response.status, name: error.name };
}

describe("a call that is denied during an export", () => {
	const denied = Object.entries(errorCodes).filter(([, trpc]) =>
		["FORBIDDEN", "UNAUTHORIZED", "TOO_MANY_REQUESTS", "NOT_FOUND"].includes(trpc),
	);
	const statuses: Record<string, number> = {
		FORBIDDEN: 403,
		UNAUTHORIZED: 401,
		TOO_MANY_REQUESTS: 429,
		NOT_FOUND: 404,
	};

	it.each(denied)("returns the status of %s and a name", async (code, trpc) => {
		const result = await responseOf(code as ErrorCode);
		expect(result.status).toBe(statuses[trpc]);
		expect(result.name).not.toBe("InternalError");
	});

	it("returns a named error if the account requires a second step that the caller lacks", async () => {
		const { id } = await createOwner();
		const member = await addMember(id, "owner");
		await inAccount(id, (db) =>
			db
				.update(account)
				.set({ secondStepFrom: new Date(0) })
				.run(),
		);
		for (const path of [
			`/api/export?query=${encodeURIComponent(JSON.stringify(query))}`,
			`/api/files/${newId("reportFile")}`,
			`/api/files?runs=${newId("reportRun")}`,
			`/api/files/${newId("dataExport")}?archive=1`,
		]) {
			const response = await send(path, { headers: member.headers });
			const { error } = await response.json<{ error: { name: string } }>();
			expect([response.status, error.name], path).toEqual([403, "SecondStepRequired"]);
		}
	});
});
