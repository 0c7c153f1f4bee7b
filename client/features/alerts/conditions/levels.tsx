import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import type { AlertSeverity, ChannelChoice, Comparison } from "../../../../shared/alert/conditions/terms";
import { severitiesFromWorst } from "../../../entities/labels";
import { RemoveButton, SubtleButton } from "../../../ui/form/buttons";
import { rich, t } from "../../../words/made/alerts";
import classes from "../alerts.module.css";
import {
	Choice,
	comparisonOptions,
	type ErrorAt,
	Limit,
	SentenceText,
	severityOptions,
	Together,
	type TypedLimit,
	words,
} from "../sentence-parts";
import { type ConditionForm, emptyLimit, limitOfTyped, root, typedLimit } from "./condition-form";

type TypedLevel = { severity: AlertSeverity; limit: TypedLimit };

type LevelsValues = { levels: TypedLevel[] };

const orderedOptions = comparisonOptions.flatMap(({ value, label }) =>
	value === "=" || value === "≠" ? [] : { value, label },
);

export const levels: ConditionForm<"levels", LevelsValues> = {
	label: t("kind.levels"),
	usual: {
		levels: [
			{ severity: "warning", limit: emptyLimit },
			{ severity: "critical", limit: emptyLimit },
		],
	},
	valuesOf: ({ comparison, levels: all }) => ({
		comparison,
		levels: all.map((level) => ({ ...level, limit: typedLimit(level.limit) })),
	}),
	conditionOf: ({ channels, comparison, levels: all }) => ({
		kind: "levels",
		channels,
		comparison: orderedBy(comparison),
		levels: all.map((level) => ({ ...level, limit: limitOfTyped(level.limit) })),
	}),
	inOtherUnit: ({ levels: all }, unit) => ({
		levels: all.map((level) => ({ ...level, limit: unit.limit(level.limit) })),
	}),
	Fields: ({ values, parts, errorAt, onChange }) =>
		rich("form.levels", {
			words,
			subject: parts.subject,
			comparison: (
				<Choice
					label={t("level.comparison")}
					options={orderedOptions}
					value={orderedBy(values.comparison)}
					onChange={(comparison) => onChange({ comparison }, `${root}.levels`)}
				/>
			),
			levels: <Levels levels={values.levels} channels={values.channels} errorAt={errorAt} onChange={onChange} />,
		}),
};

/** Levels rise or fall, so equality does not apply. */
function orderedBy(comparison: Comparison): ">" | "≥" | "<" | "≤" {
	return comparison === "=" || comparison === "≠" ? ">" : comparison;
}

const mostLevels = 3;

type LevelsProps = {
	levels: TypedLevel[];
	channels: ChannelChoice;
	errorAt: ErrorAt;
	onChange: (changes: LevelsValues, path: string) => void;
};

function Levels({ levels: all, channels, errorAt, onChange }: LevelsProps) {
	const list = useRef<HTMLSpanElement>(null);
	const path = `${root}.levels`;
	const change = (index: number, changes: Partial<TypedLevel>, at: string) =>
		onChange({ levels: all.map((level, position) => (position === index ? { ...level, ...changes } : level)) }, at);
	const remove = (index: number) => {
		onChange({ levels: all.filter((_, position) => position !== index) }, path);
		list.current?.querySelector<HTMLElement>("input")?.focus();
	};
	const add = () => onChange({ levels: [...all, { severity: nextSeverity(all), limit: emptyLimit }] }, path);
	return (
		<Together ref={list}>
			{all.map(({ severity, limit }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a level is its place, and its fields are controlled
				<Together key={index}>
					{index > 0 && <SentenceText>{t("sentence.or")}</SentenceText>}
					<Limit
						label={t("level.label", { number: index + 1 })}
						limit={limit}
						channels={channels}
						compared="value"
						path={`${path}.${index}.limit`}
						errorAt={errorAt}
						onChange={(next, at) => change(index, { limit: next }, at)}
					/>
					<Choice
						label={t("level.severity", { number: index + 1 })}
						options={severityOptions}
						value={severity}
						error={errorAt(`${path}.${index}.severity`)}
						onChange={(next) => change(index, { severity: next }, `${path}.${index}.severity`)}
					/>
					{all.length > 2 && (
						<RemoveButton
							size="compact-md"
							className={classes.partButton}
							leftSection={<IconTrash size={15} />}
							aria-label={t("level.removeOne", { number: index + 1 })}
							onClick={() => remove(index)}
						>
							{t("level.remove")}
						</RemoveButton>
					)}
				</Together>
			))}
			{all.length < mostLevels && (
				<SubtleButton
					size="compact-md"
					className={classes.partButton}
					leftSection={<IconPlus size={15} />}
					onClick={add}
				>
					{t("level.add")}
				</SubtleButton>
			)}
		</Together>
	);
}

function nextSeverity(all: readonly TypedLevel[]): AlertSeverity {
	const used = new Set(all.map(({ severity }) => severity));
	return [...severitiesFromWorst].reverse().find((severity) => !used.has(severity)) ?? "critical";
}
