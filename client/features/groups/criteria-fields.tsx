import { TextInput } from "@mantine/core";
import { GroupId } from "../../../shared/base/ids";
import { anySearched } from "../../../shared/base/plain-fields";
import { DevicePower } from "../../../shared/device/device-terms";
import { pageLanguage } from "../../base/page-language";
import { MultiSelect } from "../../ui/form/select";
import { countText } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/devices";
import type { Criteria, Offered, OfferedCriteria } from "./criteria";
import classes from "./groups.module.css";

type CriteriaFieldsProps = {
	criteria: Criteria;
	offered: OfferedCriteria;
	error?: string;
	onChange: (criteria: Criteria) => void;
};

type ListName = keyof OfferedCriteria;

const fieldsByName: Record<ListName, { label: string; none: string }> = {
	tags: { label: t("groups.anyOf.tags"), none: t("groups.none.tag") },
	models: { label: t("groups.anyOf.models"), none: t("groups.none.model") },
	firmwareVersions: { label: t("groups.anyOf.firmware"), none: t("groups.none.firmware") },
	sites: { label: t("groups.anyOf.sites"), none: t("groups.none.site") },
	powers: { label: t("groups.anyOf.powers"), none: t("groups.none.power") },
	groupIds: { label: t("groups.anyOf.groups"), none: t("groups.none.group") },
};
const names = Object.keys(fieldsByName) as ListName[]; // it has an entry for each and no other
const fields = names.map((name) => ({ name, ...fieldsByName[name] }));
const anyOf = new Intl.ListFormat(pageLanguage, { type: "disjunction" });
const shownOptions = 100;

export function CriteriaFields({ criteria, offered, error, onChange }: CriteriaFieldsProps) {
	const isUseful = (name: ListName) => offered[name].length > 0 || criteria[name].length > 0;
	const idle = fields.filter(({ name }) => !isUseful(name)).map(({ none }) => none);
	return (
		<div className={layout.fields}>
			<p className={layout.note}>{t("groups.criteria.all")}</p>
			<TextInput
				label={t("groups.criteria.name")}
				description={t("groups.criteria.foundIn", { fields: anySearched })}
				maxLength={128}
				value={criteria.search}
				error={error}
				onChange={(event) => onChange({ ...criteria, search: event.currentTarget.value })}
			/>
			{fields
				.filter(({ name }) => isUseful(name))
				.map(({ name, label }) => (
					<MultiSelect
						key={name}
						label={label}
						searchable
						clearable
						hidePickedOptions
						limit={shownOptions}
						maxValues={50}
						nothingFoundMessage={t("groups.criteria.nothing")}
						clearButtonProps={{ "aria-label": t("groups.criteria.clear", { field: label }) }}
						data={choicesOf(offered[name], criteria[name])}
						renderOption={({ option }) => (
							<OptionWithCount label={option.label} offer={offered[name].find(({ value }) => value === option.value)} />
						)}
						value={criteria[name]}
						onChange={(values) => onChange(withValues(criteria, name, values))}
					/>
				))}
			{idle.length > 0 && <p className={layout.note}>{t("groups.criteria.idle", { facts: anyOf.format(idle) })}</p>}
		</div>
	);
}

/** Includes chosen values that no device has any more. */
function choicesOf(offered: Offered, chosen: readonly string[]) {
	const known = new Set(offered.map(({ value }) => value));
	const gone = chosen.filter((value) => !known.has(value));
	return [
		...offered.map(({ value, label }) => ({ value, label })),
		...gone.map((value) => ({
			value,
			label: GroupId.safeParse(value).success ? t("groups.criteria.groupGone") : value,
		})),
	];
}

function OptionWithCount({ label, offer }: { label: string; offer: Offered[number] | undefined }) {
	return (
		<span className={classes.option}>
			{label}
			<span className={classes.optionCount}>{countText(offer?.count ?? 0)}</span>
		</span>
	);
}

function withValues(criteria: Criteria, name: ListName, values: string[]): Criteria {
	if (name !== "powers") return { ...criteria, [name]: values };
	return { ...criteria, powers: DevicePower.options.filter((power) => values.includes(power)) };
}
