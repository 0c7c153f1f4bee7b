import { type Company, type CompanyField, companyFieldNames, isCompanyText } from "../../../shared/account/company";
import { countryName } from "../../../shared/account/countries";
import { ownValue } from "../../../shared/base/own-value";
import { pick } from "../../../shared/base/plain-fields";
import { type FormatName, formatNames } from "../../../shared/formats/display-formats";
import { languageName } from "../../../shared/message/language";
import {
	type PaperRetention,
	type ReportSetting,
	type ReportSettings,
	reportSettingChoices,
	reportSettingNames,
} from "../../../shared/report/report-settings";
import { commaList } from "../../base/comma-list";
import { pageLanguage } from "../../base/page-language";
import { companyLabel } from "../../entities/company-labels";
import { formatLabels } from "../../entities/format-labels";
import { titledUnits } from "../../forms/unit-titles";
import type { FormPart } from "../../forms/versioned-form";
import { t } from "../../words/made/account";

export type CompanyValues = Omit<Company, "version">;

export function valuesOf(company: Company): CompanyValues {
	return pick(company, companyFieldNames);
}

/** Concurrent changes of different fields are merged. */
export const companyParts: FormPart<CompanyValues>[] = companyFieldNames.map((field) => ({
	label: companyLabel(field),
	fields: [field],
	text: (values) => fieldText(values, field) || t("empty"),
}));

export function fieldText(values: CompanyValues, field: CompanyField): string {
	if (isCompanyText(field) || field === "timeZone") return values[field];
	if (field === "country") return values.country === "" ? "" : countryName(values.country, pageLanguage);
	if (field === "language") return languageName(values.language);
	if (field === "units") return unitsText(values);
	if (field === "stillOutHours") return t("company.hours", { count: values.stillOutHours });
	if (isReportSetting(field)) return settingText(field, values[field]);
	return formatText(values, field);
}

const offeredHours = [1, 2, 3, 4, 6, 8, 12, 24];

export function hourOptions(chosen: number): { value: string; label: string }[] {
	const hours = offeredHours.includes(chosen)
		? offeredHours
		: [...offeredHours, chosen].sort((one, other) => one - other);
	return hours.map((count) => ({ value: String(count), label: t("company.hours", { count }) }));
}

function unitsText({ units = {} }: CompanyValues): string {
	return commaList(
		titledUnits.flatMap(({ name, title }) => {
			const unit = units[name];
			return unit ? t("company.unit", { quantity: title, unit }) : [];
		}),
	);
}

function formatText<Name extends FormatName>(values: Pick<CompanyValues, Name>, name: Name): string {
	const labels: Record<string, string> = formatLabels[name];
	return ownValue(labels, values[name]) ?? "";
}

export function isFormat(field: CompanyField): field is FormatName {
	return formatNames.some((name) => name === field);
}

export function isReportSetting(field: CompanyField): field is ReportSetting {
	return reportSettingNames.some((name) => name === field);
}

const paperRetention: Record<PaperRetention, string> = {
	"400d": t("paperRetention.days", { days: 400 }),
	"2y": t("paperRetention.years", { years: 2 }),
	"5y": t("paperRetention.years", { years: 5 }),
	"11y": t("paperRetention.years", { years: 11 }),
};

const settingLabels: { [Name in ReportSetting]: Record<ReportSettings[Name], string> } = {
	reportRetention: paperRetention,
	evidenceRetention: paperRetention,
	reportMail: { asSaved: t("asEachReportSays"), links: t("reportMail.links") },
	fileCheck: { on: t("anyoneWithTheFile"), off: t("fileCheck.off") },
	assessments: { optional: t("assessments.optional"), each: t("assessments.each") },
	signing: { anyone: t("signing.anyone"), separate: t("signing.separate") },
	trailReview: { off: t("trailReview.off"), monthly: t("trailReview.monthly") },
};

function settingText(name: ReportSetting, value: string): string {
	const labels: Record<string, string> = settingLabels[name];
	return ownValue(labels, value) ?? value;
}

export function settingOptions(name: ReportSetting): { value: string; label: string }[] {
	return reportSettingChoices[name].map((value) => ({ value, label: settingText(name, value) }));
}
