import { describe, expect, it } from "vitest";
import { companyLabel, companyUse, sectionLabels } from "../../client/entities/company-labels";
import { actionLabel } from "../../client/features/audit/audit-labels";
import { t as account } from "../../client/words/made/account";
import { auditActions } from "../../shared/account/audit";
import { MeterName, meterMeanings, meterTitles } from "../../shared/account/billing-meters";
import { companyFieldNames, companyFields, companySections, fieldUse } from "../../shared/account/company";

describe("labels that the backend has too", () => {
	it("read alike for audited actions and fields of a company", () => {
		expect(Object.keys(auditActions).map(actionLabel)).toEqual(Object.values(auditActions));
		expect(companyFieldNames.map(companyLabel)).toEqual(companyFieldNames.map((field) => companyFields[field].label));
		expect(companyFieldNames.map(companyUse)).toEqual(companyFieldNames.map(fieldUse));
		expect(sectionLabels).toEqual(companySections);
	});

	it("Labels of meters' steps are the same in the console and in the backend", () => {
		for (const meter of MeterName.options) {
			expect(account(`meter.title.${meter}`)).toBe(meterTitles[meter]);
			expect(account(`meter.meaning.${meter}`)).toBe(meterMeanings[meter]);
		}
	});
});
