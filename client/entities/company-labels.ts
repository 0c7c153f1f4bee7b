import { type CompanyField, companyFields, companySections } from "../../shared/account/company";
import { t } from "../words/made/account";

export function companyLabel(field: CompanyField): string {
	return t(`company.field.${field}`);
}

type UsedField = {
	[Field in CompanyField]: (typeof companyFields)[Field] extends { use: string } ? Field : never;
}[CompanyField];

function isUsed(field: CompanyField): field is UsedField {
	return "use" in companyFields[field];
}

export function companyUse(field: CompanyField): string | undefined {
	return isUsed(field) ? t(`company.use.${field}`) : undefined;
}

export const sectionLabels = companySections.map(({ name }) => ({
	name,
	title: t(`company.section.${name}`),
	lead: name === "company" ? undefined : t(`company.lead.${name}`),
}));
