import type { ReportDefinition, ReportPreview } from "../../shared/report/report";
import { assertReach } from "../alert/edit-alerts";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import type { DefinedReport } from "../db/report-rows";
import { previewReport } from "./document/preview-report";
import { denialOf } from "./document/report-size";
import { observationOf } from "./report-scope";
import { currentPeriod } from "./run/start-run";
import { readReport, sourceOf } from "./source/read-report";
import type { ReportedRun } from "./source/report-run";
import type { ReportSource } from "./source/report-source";

const previewed = { devices: 20, rows: 20 };
const mostCounted = 20_000;

/** Previews a form's report in the caller's scope. Throws NOT_PERMITTED, and for unknown devices or groups. */
export async function getPreview({ ctx, input }: Call<ReportDefinition>): Promise<ReportPreview> {
	assertReach(ctx, input.scope);
	return previewReport(sourceOfForm(ctx, { definition: input, reportId: null, mostCounted }), previewed);
}

/** Throws InputError for a report too large to make. Files per group are checked when they are made. */
export async function assertFits(ctx: MemberContext, definition: ReportDefinition, reportId: string | null) {
	if (definition.delivery.isPerGroup) return;
	const denialBy = async (counting: Pick<Form, "mostCounted">) => {
		const { devices, groups } = await sourceOfForm(ctx, { definition, reportId, ...counting }).head();
		return denialOf({ definition, devices, groups, isPaged: definition.format === "pdf" });
	};
	const roughly = await denialBy({ mostCounted });
	// Only an exact count rejects.
	const denial = roughly === null ? null : await denialBy({});
	if (denial !== null) throw new InputError({ format: denial });
}

type Form = { definition: ReportDefinition; reportId: string | null; mostCounted?: number };

function sourceOfForm(ctx: MemberContext, { definition, reportId, ...counting }: Form): ReportSource {
	const { db, readingStore, evidence, now, turnQueue } = ctx;
	const form: Pick<DefinedReport, "id" | "definition"> = { id: reportId ?? "", definition };
	const run: ReportedRun = {
		definition,
		...currentPeriod(db, form, now),
		now,
		...observationOf(db, ctx.user),
		keptFrom: null,
		...counting,
	};
	return sourceOf((request) => readReport({ db, readingStore, evidence, now, turnQueue }, run, request));
}
