import { hourMs, minuteMs } from "../../../shared/base/durations";
import { type MappingStudy, stageOf } from "../../../shared/report/mapping-study";
import type { StudyView } from "../../../shared/report/study-view";
import { formatSpan } from "../../ui/time/relative-time";
import { t } from "../../words/made/mapping-study";
import { measuredText } from "./study-values";

type Requirement = { label: string; value: string; note?: string };

const mostDecimals = 6;

export function requirements({ criteria, unit }: Pick<MappingStudy, "criteria" | "unit">): Requirement[] {
	const { min, max, outMinutes, spread, coverage, hours } = criteria;
	const text = (value: number | null) => (value === null ? "" : measuredText(value, unit, mostDecimals));
	const has = min === null ? "max" : max === null ? "min" : "both";
	return [
		{
			label: t("criteria"),
			value: t("require.limits", { has, min: text(min), max: text(max) }),
			note: outMinutes === 0 ? t("require.never") : t("require.outside", { length: formatSpan(outMinutes * minuteMs) }),
		},
		...(spread === null ? [] : [{ label: t("require.spread"), value: t("require.most", { value: text(spread) }) }]),
		{
			label: t("require.coverage"),
			value: t("require.least", { value: measuredText(coverage, "%", mostDecimals) }),
		},
		...(hours === null
			? []
			: [{ label: t("require.duration"), value: t("require.least", { value: formatSpan(hours * hourMs) }) }]),
	];
}

export function nextStep({ study, signed, run }: Pick<StudyView, "study" | "signed" | "run">): string {
	const stage = stageOf(study);
	if (stage === "draft") return t(signed ? "next.signed" : "next.draft");
	if (stage === "running") return t("next.running");
	if (run?.revision) return t("next.revised");
	if (study.decision === null) return t("next.decide");
	const isApproved = run?.signatures.some(({ meaning }) => meaning === "approved") ?? false;
	return t(isApproved ? "next.none" : "next.sign");
}
