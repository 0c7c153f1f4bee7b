import { Suspense } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { RemarkDialog } from "../../client/features/audit/reviews/remark-dialog";
import { ReviewRows } from "../../client/features/audit/reviews/review-rows";
import type { AuditEntry, AuditPage } from "../../shared/account/audit";
import type { TrailReviewDetails } from "../../shared/account/trail-review";
import { exampleId } from "../upstream/ids";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const auditId = exampleId("audit", 1);
const entry: AuditEntry = {
	id: auditId,
	at: new Date(Date.UTC(2026, 9, 9)),
	action: "device.updateDevice",
	actor: { kind: "user", id: null, name: "Ben Okafor" },
	entities: [
		{
			kind: "device",
			id: exampleId("device", 1),
			name: "Freezer",
			fields: [{ field: "name", before: "Old", after: "Freezer" }],
		},
	],
	entityCount: 1,
	address: null,
	browser: null,
	requestId: null,
	callerRequestId: null,
};
const listed: AuditPage = { entries: [entry], names: {}, nextCursor: null, searchedTo: null };
const review: TrailReviewDetails = {
	id: exampleId("trailReview", 1),
	month: "2026-10",
	zone: "UTC",
	from: Date.UTC(2026, 9),
	to: Date.UTC(2026, 10),
	state: "open",
	startedBy: "Ana Prado",
	dueAt: null,
	remarks: 1,
	rows: null,
	unnamed: null,
	late: 0,
	fileId: null,
	files: [],
	signatures: [],
	error: null,
	remarkList: [{ id: exampleId("trailRemark", 1), auditId, author: "Ana Prado", at: 0, text: "By phone." }],
};

describe("the rows of a review", () => {
	it("show a change with its remarks, and take another one that is not empty", async () => {
		const calls = stubCalls({
			"account.getAudit": () => listed,
			"account.addTrailRemark": () => review,
		});
		await show(
			<Suspense>
				<ReviewRows review={review} />
			</Suspense>,
		);
		await expect.element(page.getByText("Ana Prado: By phone.")).toBeVisible();
		await show(<RemarkDialog reviewId={review.id} entry={entry} onClose={() => {}} />);
		const dialog = page.getByRole("dialog", { name: "Remark on a change" });
		await dialog.getByRole("button", { name: "Add", exact: true }).click();
		await expect.element(dialog.getByText("Write a remark.")).toBeVisible();
		await dialog.getByRole("textbox").fill("Agreed with Ben.");
		await dialog.getByRole("button", { name: "Add", exact: true }).click();
		await expect.poll(() => calls.some(({ procedure }) => procedure === "account.addTrailRemark")).toBe(true);
		const input = { reviewId: review.id, auditId, text: "Agreed with Ben." };
		expect(calls.filter(({ procedure }) => procedure === "account.addTrailRemark")).toEqual([
			{ procedure: "account.addTrailRemark", input },
		]);
	});
});
