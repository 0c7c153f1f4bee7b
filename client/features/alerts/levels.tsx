import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import type { AlertSeverity } from "../../../shared/alert-rule";
import { severitiesFromWorst, severityLabels } from "../../entities/labels";
import type { ConditionValues, TypedLevel } from "./alert-values";
import classes from "./alerts.module.css";
import { Choice, type ErrorAt, Limit, SentenceText } from "./sentence-parts";

export const severityOptions = severitiesFromWorst.map((value) => ({
	value,
	label: severityLabels[value].label.toLowerCase(),
}));

const mostLevels = 3;

type LevelsProps = {
	levels: TypedLevel[];
	unit: string;
	errorAt: ErrorAt;
	onChange: (changes: Pick<ConditionValues, "levels">, path: string) => void;
};

export function Levels({ levels, unit, errorAt, onChange }: LevelsProps) {
	const list = useRef<HTMLSpanElement>(null);
	const path = "rule.condition.levels";
	const change = (index: number, changes: Partial<TypedLevel>, at: string) =>
		onChange({ levels: levels.map((level, place) => (place === index ? { ...level, ...changes } : level)) }, at);
	const remove = (index: number) => {
		onChange({ levels: levels.filter((_, place) => place !== index) }, path);
		// What had the focus is gone.
		list.current?.querySelector<HTMLElement>("input")?.focus();
	};
	const add = () => onChange({ levels: [...levels, { severity: nextSeverity(levels), limit: emptyLimit }] }, path);
	return (
		<span ref={list} className={classes.levels}>
			{levels.map(({ severity, limit }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a level is its place, and its fields are controlled
				<span key={index} className={classes.together}>
					{index > 0 && <SentenceText>or</SentenceText>}
					<Limit
						label={`Level ${index + 1}`}
						limit={limit}
						unit={unit}
						compared="value"
						path={`${path}.${index}.limit`}
						errorAt={errorAt}
						onChange={(next, at) => change(index, { limit: next }, at)}
					/>
					<Choice
						label={`Level ${index + 1}, severity`}
						options={severityOptions}
						value={severity}
						error={errorAt(`${path}.${index}.severity`)}
						onChange={(next) => change(index, { severity: next }, `${path}.${index}.severity`)}
					/>
					{levels.length > 2 && (
						<Button
							variant="subtle"
							color="red"
							size="compact-md"
							className={classes.partButton}
							leftSection={<IconTrash size={15} />}
							aria-label={`Remove level ${index + 1}`}
							onClick={() => remove(index)}
						>
							Remove
						</Button>
					)}
				</span>
			))}
			{levels.length < mostLevels && (
				<Button
					variant="subtle"
					size="compact-md"
					className={classes.partButton}
					leftSection={<IconPlus size={15} />}
					onClick={add}
				>
					Add level
				</Button>
			)}
		</span>
	);
}

const emptyLimit = { from: "value" as const, value: "", field: "" };

function nextSeverity(levels: readonly TypedLevel[]): AlertSeverity {
	const used = new Set(levels.map(({ severity }) => severity));
	return [...severitiesFromWorst].reverse().find((severity) => !used.has(severity)) ?? "critical";
}
