import type { ReportDefinition, ReportPreview } from "../../shared/report/report";
import { assertReach } from "../alert/edit-alerts";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import type { DefinedReport } from "../db/report-rows";
import { type PreviewLimits, previewReport } from "./document/preview-report";
import { denialOf } from "./document/report-size";
import { assertMayRead, observationOf } from "./report-scope";
import { currentPeriod } from "./run/start-run";
import { readReport, sourceOf } from "./source/read-report";
import type { ReportedRun } from "./source/report-run";
import type { ReportSource } from "./source/report-source";

const previewed = { devices: 20, rows: 20 };
const mostCounted = 20_000;

/** Previews a form's report in the caller's scope. Throws NOT_PERMITTED, and for unknown devices or groups. */
export async function getPreview({ ctx, input }: Call<ReportDefinition>): Promise<ReportPreview> {
	assertReach(ctx, input.scope);
	assertMayRead(ctx, input.type);
	return previewReport(sourceOfForm(ctx, { definition: input, reportId: null, mostCounted }), previewed);
}

/** Previews a report that `readableOrThrow` lets the caller read. */
export async function previewTables(
	ctx: MemberContext,
	definition: ReportDefinition,
	most: PreviewLimits,
): Promise<ReportPreview["tables"]> {
	return (await previewReport(sourceOfForm(ctx, { definition, reportId: null, mostCounted }), most)).tables;
}

export async function assertFits(ctx: MemberContext, definition: ReportDefinition, reportId: string | null) {
	const denial = await sizeDenial(ctx, { definition, reportId });
	if (denial !== null) throw new InputError({ format: denial.text });
}

/** Returns why a report would be too large; null: it is not, or has files per group, which are checked when made. */
export async function sizeDenial(ctx: MemberContext, { definition, reportId, period }: Omit<Form, "mostCounted">) {
	if (definition.delivery.isPerGroup) return null;
	const denialBy = async (counting: Pick<Form, "mostCounted">) => {
		const { devices, groups, from, to } = await sourceOfForm(ctx, { definition, reportId, period, ...counting }).head();
		return denialOf({ definition, devices, groups, from, to, isPaged: definition.format === "pdf" });
	};
	const roughly = await denialBy({ mostCounted });
	// Only an exact count rejects.
	return roughly === null ? null : denialBy({});
}

type Form = {
	definition: ReportDefinition;
	reportId: string | null;
	period?: { from: number; to: number } | undefined;
	mostCounted?: number;
};

function sourceOfForm(ctx: MemberContext, { definition, reportId, period, ...counting }: Form): ReportSource {
	const { db, readingStore, evidence, now, turnQueue } = ctx;
	const form: Pick<DefinedReport, "id" | "definition"> = { id: reportId ?? "", definition };
	const run: ReportedRun = {
		definition,
		...(period ?? currentPeriod(db, form, now)),
		now,
		...observationOf(db, ctx.user),
		keptFrom: null,
		...counting,
	};
	return sourceOf((request) => readReport({ db, readingStore, evidence, now, turnQueue }, run, request));
}
