import type { UseFormReturnType } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
	type Company,
	type CompanyField,
	type CompanyFieldTraits,
	companyFields,
	fieldsOfSection,
	isCompanyText,
	UpdateCompany,
} from "../../../shared/account/company";
import { countryCodes, countryName } from "../../../shared/account/countries";
import type { PlainText } from "../../../shared/base/plain-fields";
import type { FormatName } from "../../../shared/formats/display-formats";
import { unitChoices, withUnit } from "../../../shared/formats/reading-units";
import { languageOptions } from "../../../shared/message/language";
import type { PaperRetention } from "../../../shared/report/report-settings";
import { evidenceCut } from "../../api/later-queries";
import { companyRecord } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { pageLanguage } from "../../base/page-language";
import { companyLabel, companyUse, sectionLabels } from "../../entities/company-labels";
import { formatOptions } from "../../entities/format-labels";
import { FormFoot } from "../../forms/entity-form";
import { PhoneInput } from "../../forms/phone-input";
import { PlainTextInput } from "../../forms/plain-text-input";
import { measuredOption, UnitFields } from "../../forms/unit-fields";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import fieldRows from "../../ui/form/field-grid.module.css";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { ZoneSelect } from "../../ui/form/zone-select";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/account";
import classes from "./company.module.css";
import {
	type CompanyValues,
	companyParts,
	hourOptions,
	isFormat,
	isReportSetting,
	settingOptions,
	valuesOf,
} from "./company-values";

type CompanyFormProps = { company: Company; onSaved: (saved: Company) => void };

export function CompanyForm({ company, onSaved }: CompanyFormProps) {
	const queryClient = useQueryClient();
	const { entityForm, conflict } = useVersionedForm({
		entity: company,
		initialValues: valuesOf(company),
		parts: companyParts,
		valuesOf,
		schema: UpdateCompany,
		// A placeholder: `save` replaces it with the base's version.
		toInput: (values: CompanyValues): UpdateCompany => ({ ...values, version: company.version }),
		save: (input: UpdateCompany, base: Company | null) =>
			trpcClient.account.updateCompany.mutate({ ...input, version: base?.version ?? input.version }),
		lookAgain: () => queryClient.fetchQuery({ ...companyRecord(), staleTime: 0 }),
		fieldOf: (path) => path,
		nextBase: (saved) => saved,
		onSaved: (saved) => {
			form.setValues(valuesOf(saved));
			form.resetDirty(valuesOf(saved));
			onSaved(saved);
		},
	});
	const { form, formProps } = entityForm;

	return (
		<form {...formProps} className={layout.stack} aria-label={t("company.form")}>
			<VersionConflict thing="company information" conflict={conflict} />
			{sectionLabels.map(({ name, title, lead }) => (
				<Card key={name} title={title}>
					{lead !== undefined && <p className={classes.lead}>{lead}</p>}
					<div className={fieldRows.fields}>
						{fieldsOfSection(name).map((field) => (
							<Field key={field} field={field} form={form} company={company} />
						))}
					</div>
				</Card>
			))}
			<FormFoot entityForm={entityForm} saveLabel={t("saveCompany")} />
		</form>
	);
}

type Form = UseFormReturnType<CompanyValues>;

type FieldProps = { field: CompanyField; form: Form; company: Company };

function Field({ field, form, company }: FieldProps) {
	const { autoComplete }: CompanyFieldTraits = companyFields[field];
	const label = companyLabel(field);
	const use = companyUse(field);
	const { values } = form;
	const error = typeof form.errors[field] === "string" ? form.errors[field] : undefined;
	const common = { label, description: use, error };
	if (field === "temperatureUnit") return null;
	if (field === "units") return <CompanyUnits form={form} error={error} />;
	if (isFormat(field)) return <FormatField name={field} form={form} />;
	if (isReportSetting(field)) {
		const change = (value: string | null) => form.setValues({ [field]: value ?? values[field] });
		const description =
			field === "evidenceRetention" ? (
				<>
					{use} <EvidenceCutNote company={company} wanted={values.evidenceRetention} />
				</>
			) : (
				use
			);
		return (
			<Select
				{...common}
				description={description}
				data={settingOptions(field)}
				value={values[field]}
				onChange={change}
			/>
		);
	}
	if (field === "stillOutHours") {
		return (
			<Select
				{...common}
				data={hourOptions(company.stillOutHours)}
				value={String(values.stillOutHours)}
				onChange={(hours) => form.setFieldValue("stillOutHours", Number(hours ?? values.stillOutHours))}
			/>
		);
	}
	if (field === "phone") {
		const change = (phone: string) => form.setFieldValue("phone", phone);
		return <PhoneInput {...common} value={values.phone} country={values.country} onChange={change} />;
	}
	if (isCompanyText(field)) {
		const traits: PlainText = companyFields[field];
		return (
			<PlainTextInput
				field={{ ...traits, label }}
				description={use}
				input={form.getInputProps(field)}
				autoComplete={autoComplete}
				className={traits.kind === "paragraph" ? fieldRows.wide : undefined}
			/>
		);
	}
	if (field === "country") return <CountryField {...common} form={form} />;
	if (field === "timeZone") {
		return <ZoneSelect {...common} value={values.timeZone} onChange={(zone) => form.setFieldValue("timeZone", zone)} />;
	}
	const changeLanguage = (language: Company["language"]) => form.setFieldValue("language", language);
	return <Select {...common} data={languageOptions} value={values.language} onChange={changeLanguage} />;
}

const byLabel = new Intl.Collator(pageLanguage);
const countries = countryCodes
	.map((code) => ({ value: code, label: countryName(code, pageLanguage) }))
	.sort((one, other) => byLabel.compare(one.label, other.label));

function CompanyUnits({ form, error }: { form: Form; error: string | undefined }) {
	const chosen = unitChoices(form.values);
	return (
		<div className={fieldRows.wide}>
			<UnitFields
				chosen={(name) => chosen[name] ?? null}
				first={() => [measuredOption]}
				error={error}
				onChange={(name, unit) => form.setValues(withUnit(form.values, name, unit))}
				clear={{ label: t("allAsMeasured"), onClear: () => form.setValues({ temperatureUnit: "stored", units: {} }) }}
			/>
		</div>
	);
}

type CountryFieldProps = { label: string; description: string | undefined; error: string | undefined; form: Form };

function CountryField({ form, ...input }: CountryFieldProps) {
	return (
		<Select
			{...input}
			{...useSteadyOptions(countries)}
			searchable
			clearable
			value={form.values.country === "" ? null : form.values.country}
			onChange={(code) => form.setFieldValue("country", code ?? "")}
		/>
	);
}

function FormatField({ name, form }: { name: FormatName; form: Form }) {
	return (
		<Select
			label={companyLabel(name)}
			description={companyUse(name)}
			data={formatOptions(name)}
			value={form.values[name]}
			onChange={(value) => form.setValues({ [name]: value })}
		/>
	);
}

type EvidenceCutNoteProps = { company: Pick<Company, "evidenceRetention" | "evidenceCut">; wanted: PaperRetention };

function EvidenceCutNote({ company, wanted }: EvidenceCutNoteProps) {
	const isSaved = wanted === company.evidenceRetention;
	const { data: previewed } = useQuery({ ...evidenceCut(wanted), enabled: !isSaved });
	const cut = isSaved ? company.evidenceCut : previewed;
	if (!cut) return null;
	const { removedAt, olderThan, changes, messages } = cut;
	return (
		<span role="status">
			{changes + messages === 0
				? rich("evidenceCut.nothing", { time: <TimeStamp at={removedAt} /> })
				: rich("evidenceCut", {
						changes,
						messages,
						before: <TimeStamp at={olderThan} />,
						time: <TimeStamp at={removedAt} />,
					})}
		</span>
	);
}
