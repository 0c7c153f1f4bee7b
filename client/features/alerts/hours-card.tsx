import { Checkbox, Input } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { OneOffSpan, WeeklyWindow } from "../../../shared/time/time-windows";
import { pageLanguage } from "../../base/page-language";
import { WeekHoursField } from "../../forms/week-hours-field";
import { WeekPaint } from "../../forms/week-paint";
import { Callout } from "../../ui/feedback/notes";
import { PlainButton, RemoveButton } from "../../ui/form/buttons";
import { MomentField, ownTimeLabel } from "../../ui/form/moment-field";
import { ZoneSelect } from "../../ui/form/zone-select";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { viewerZone } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { momentText, typedInstant } from "../../ui/time/typed-moment";
import { wallText } from "../../ui/time/wall-time";
import { rich, t } from "../../words/made/alerts";
import { zoneLabels } from "./alert-labels";
import type { HoursValues } from "./alert-values";
import classes from "./alerts.module.css";
import type { ErrorAt } from "./sentence-parts";

const allOf = new Intl.ListFormat(pageLanguage);
const workingDay: WeeklyWindow = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

const clockOptions = (Object.keys(zoneLabels) as (keyof typeof zoneLabels)[]) // it has an entry for each and no other
	.map((value) => ({ value, label: zoneLabels[value] }));

type HoursCardProps = {
	hours: HoursValues;
	quiet: string[];
	errorAt: ErrorAt;
	onChange: (changes: Partial<HoursValues>, path: string) => void;
};

export function HoursCard({ hours, quiet, errorAt, onChange }: HoursCardProps) {
	const { isAlways, zone, weekly, spans, reportsMissed } = hours;
	return (
		<Card title={t("hours")}>
			<div className={layout.padded}>
				<Checkbox
					label={t("hours.any")}
					description={t("hours.any.help")}
					checked={isAlways}
					onChange={(event) => onChange({ isAlways: event.currentTarget.checked }, "rule.schedule")}
				/>
				{!isAlways && (
					<ZoneSelect
						label={t("hours.clock")}
						likely={clockOptions}
						value={zone}
						error={errorAt("rule.schedule.zone")}
						onChange={(chosen) => onChange({ zone: chosen }, "rule.schedule.zone")}
					/>
				)}
			</div>
			{!isAlways && (
				<>
					<WeekPaint
						label={t("hours.week")}
						windows={weekly}
						onChange={(next) => onChange({ weekly: next }, "rule.schedule.weekly")}
					/>
					{quiet.length > 0 && (
						<Callout tone="warn">{t("hours.quiet", { count: quiet.length, names: allOf.format(quiet) })}</Callout>
					)}
					<WeekHoursField
						noun="hours"
						help={t("hours.help")}
						windows={weekly}
						usual={workingDay}
						path="rule.schedule.weekly"
						errorAt={errorAt}
						onChange={(next) => onChange({ weekly: next }, "rule.schedule.weekly")}
					/>
					<div className={layout.padded}>
						<SingleSpans
							spans={spans}
							error={errorAt("rule.schedule.spans")}
							onChange={(next) => onChange({ spans: next }, "rule.schedule.spans")}
						/>
						<Checkbox
							label={t("hours.reportLater")}
							checked={reportsMissed}
							onChange={(event) =>
								onChange({ reportsMissed: event.currentTarget.checked }, "notification.reportsMissed")
							}
						/>
					</div>
				</>
			)}
		</Card>
	);
}

type SingleSpansProps = { spans: OneOffSpan[]; error: string | undefined; onChange: (spans: OneOffSpan[]) => void };

/** Instants, typed on the user's own clock. */
function SingleSpans({ spans, error, onChange }: SingleSpansProps) {
	const [typed, setTyped] = useState({ from: "", to: "" });
	const [complaints, setComplaints] = useState<{ from?: string; to?: string }>({});
	const startField = useRef<HTMLInputElement>(null);
	const endField = useRef<HTMLInputElement>(null);
	const add = () => {
		const [from, to] = [typedInstant(viewerZone, typed.from), typedInstant(viewerZone, typed.to)];
		const found = spanComplaints(from, to);
		setComplaints(found);
		if (found.from) startField.current?.focus();
		else if (found.to) endField.current?.focus();
		if (from === null || to === null || found.from || found.to) return;
		onChange([...spans, { from, to }].sort((one, other) => one.from - other.from));
		setTyped({ from: "", to: "" });
		startField.current?.focus();
	};
	const field = (name: "from" | "to", label: string) => (
		<MomentField
			ref={name === "from" ? startField : endField}
			label={label}
			description={ownTimeLabel}
			zone={viewerZone}
			value={typed[name]}
			error={complaints[name]}
			onChange={(value) => {
				setTyped((before) => ({ ...before, [name]: value }));
				setComplaints(({ [name]: _, ...others }) => others);
			}}
		/>
	);
	return (
		<fieldset className={`${layout.fieldset} ${classes.spans}`}>
			<legend className={classes.spansTitle}>{t("spans")}</legend>
			{spans.map((span) => (
				<div key={span.from} className={classes.buttons}>
					<span>{rich("spans.span", { begin: <TimeStamp at={span.from} />, end: <TimeStamp at={span.to} /> })}</span>
					<RemoveButton
						aria-label={t("spans.removeOne", { time: momentText(wallText(viewerZone, span.from)) })}
						onClick={() => {
							onChange(spans.filter((other) => other !== span));
							startField.current?.focus();
						}}
					>
						{t("spans.remove")}
					</RemoveButton>
				</div>
			))}
			{error && <Input.Error role="alert">{error}</Input.Error>}
			<div className={classes.spanFields}>
				{field("from", t("spans.begins"))}
				{field("to", t("spans.ends"))}
				<PlainButton leftSection={<IconPlus size={16} />} onClick={add}>
					{t("spans.add")}
				</PlainButton>
			</div>
		</fieldset>
	);
}

function spanComplaints(from: number | null, to: number | null): { from?: string; to?: string } {
	if (from === null) return { from: t("spans.timeMissing") };
	if (to === null) return { to: t("spans.timeMissing") };
	if (to <= from) return { to: t("spans.endBeforeBegin") };
	return to <= Date.now() ? { to: t("spans.over") } : {};
}
