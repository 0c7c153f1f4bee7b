import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { AuditChanges } from "../../client/features/audit/audit-changes";
import type { AuditEntry } from "../../shared/account/audit";
import { show } from "./show";

const reportId = `rep_${"0".repeat(26)}`;
const runId = `run_${"0".repeat(26)}`;

const signed: AuditEntry = {
	id: "aud_1",
	at: new Date("2026-11-28T17:00:00Z"),
	action: "report.signReport",
	actor: { kind: "user", id: "usr_1", name: "Anna Smith" },
	entities: [{ kind: "report", id: reportId, name: "Monthly", fields: [{ field: "run", before: null, after: runId }] }],
	entityCount: 1,
	address: null,
	browser: null,
	requestId: null,
	callerRequestId: null,
};

test("links a signed run, and its report at that run", async () => {
	const names = { [runId]: "Run of 2026-10-01 to 2026-10-31 (Europe/Berlin)" };
	await show(<AuditChanges entry={signed} names={names} onClose={() => {}} />);
	const address = `/reports/edit/${reportId}?tab=runs&run=${runId}`;
	for (const name of [/^Run of 2026-10-01/, "Monthly"]) {
		await expect.element(page.getByRole("link", { name })).toHaveAttribute("href", address);
	}
});
