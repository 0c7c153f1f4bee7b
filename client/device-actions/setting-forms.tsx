import { useState } from "react";
import {
	InheritableDuration,
	type InheritableSetting,
	IntervalSeconds,
	OfflineAfterSeconds,
	RetentionDays,
	Sends,
} from "../../shared/device/device-terms";
import { errorSentence } from "../../shared/errors/error-sentence";
import { type DeviceClock, deviceOffsetMinutes } from "../../shared/time/time-zones";
import { trpcClient } from "../api/trpc";
import { ClockInputs } from "../forms/clock-inputs";
import { SettingField } from "../forms/duration-inputs";
import {
	clockOf,
	sendsLabels,
	type TypedDuration,
	type TypedSetting,
	typedClockOf,
	typedValue,
} from "../forms/typed-setting";
import { Callout } from "../ui/feedback/notes";
import { Select } from "../ui/form/select";
import layout from "../ui/layout/layouts.module.css";
import { useTickingNow } from "../ui/time/relative-time";
import { instantText } from "../ui/time/time-display";
import { t } from "../words/made/device";
import { ActionForm, type ActionProps, changedMessages, type NamedActionProps } from "./action-form";
import classes from "./actions.module.css";
import { RetentionPreviewNote, triedRetention } from "./retention-preview";

export type SettingChoice = TypedSetting<"keep" | "inherited" | "forever">;

type SettingChoices = Partial<Record<InheritableDuration, SettingChoice>>;

const settingSources: { value: SettingChoice["source"]; label: string }[] = [
	{ value: "keep", label: t("setting.keep") },
	{ value: "own", label: t("setting.own") },
	{ value: "inherited", label: t("setting.fromGroup") },
];

const retentionSources: typeof settingSources = [...settingSources, { value: "forever", label: t("setting.forever") }];

const intervals: { setting: InheritableDuration; label: string; usual: TypedDuration }[] = [
	{ setting: "loggingIntervalSeconds", label: t("setting.logging"), usual: { amount: "1", unit: "minutes" } },
	{ setting: "uploadIntervalSeconds", label: t("setting.upload"), usual: { amount: "15", unit: "minutes" } },
	{ setting: "offlineAfterSeconds", label: t("setting.offline"), usual: { amount: "60", unit: "minutes" } },
];

export function IntervalsForm(action: ActionProps) {
	const [choices, setChoices] = useState<SettingChoices>({});
	const [sends, setSends] = useState<SendsChoice>("keep");
	const change = withSends(settingChange(choices), sends);
	return (
		<ActionForm {...action} messages={changedMessages("intervals")} {...changing(action, change)}>
			{intervals.map(({ setting, label, usual }) => {
				const choice = choices[setting] ?? { source: "keep", ...usual };
				return (
					<SettingField
						key={setting}
						setting={setting}
						label={label}
						sources={settingSources}
						value={choice}
						error={settingError(setting, choice)}
						onChange={(next) => setChoices({ ...choices, [setting]: next })}
					/>
				);
			})}
			<Select<SendsChoice> label={t("setting.sends")} data={sendsChoices} value={sends} onChange={setSends} />
		</ActionForm>
	);
}

function changing({ devices }: Pick<NamedActionProps, "devices">, change: SettingChange | string | null) {
	return {
		complaint: typeof change === "string" ? change : change === null ? t("setting.missing") : null,
		run: () =>
			trpcClient.device.changeDevices.mutate({
				deviceIds: devices.map(({ id }) => id),
				...(typeof change === "object" && change),
			}),
	};
}

type SendsChoice = Sends | "keep" | "inherited";

const sendsChoices: { value: SendsChoice; label: string }[] = [
	{ value: "keep", label: t("setting.keep") },
	...Sends.options.map((value) => ({ value, label: sendsLabels[value] })),
	{ value: "inherited", label: t("setting.fromGroup") },
];

function withSends(change: SettingChange | string | null, sends: SendsChoice): SettingChange | string | null {
	if (sends === "keep" || typeof change === "string") return change;
	if (sends !== "inherited") return { ...change, sends };
	return { ...change, inherit: [...(change?.inherit ?? []), "sends"] };
}

export function RetentionForm(action: NamedActionProps) {
	const [choice, setChoice] = useState<SettingChoice>({ source: "own", amount: "365", unit: "days" });
	const change = settingChange({ retentionDays: choice });
	const tried = triedRetention(choice);
	return (
		<ActionForm {...action} messages={changedMessages("retention")} {...changing(action, change)}>
			<SettingField
				setting="retentionDays"
				label={t("setting.retention")}
				sources={retentionSources}
				value={choice}
				error={settingError("retentionDays", choice)}
				onChange={setChoice}
			/>
			{tried !== undefined && (
				<RetentionPreviewNote target={{ deviceIds: action.devices.map(({ id }) => id) }} choice={tried} />
			)}
		</ActionForm>
	);
}

export function ClockForm(action: ActionProps) {
	const [first] = action.devices;
	const [typed, setTyped] = useState(() => typedClockOf(first ?? { timezoneOffset: 0, timeZoneRule: 2 }));
	const clock = clockOf(typed);
	const change = clock ? { clock } : { inherit: ["clock" as const] };
	return (
		<ActionForm
			{...action}
			messages={changedMessages("clock")}
			complaint={null}
			run={() => trpcClient.device.changeDevices.mutate({ deviceIds: action.devices.map(({ id }) => id), ...change })}
		>
			<div className={layout.twoColumns}>
				<ClockInputs value={typed} inherited={t("setting.fromGroup")} isFirst onChange={setTyped} />
			</div>
			<p className={classes.help}>{clock ? <ClockNow clock={clock} /> : t("setting.clock.ofGroup")}</p>
			<Callout tone="warn">{t("setting.clock.effect")}</Callout>
		</ActionForm>
	);
}

function ClockNow({ clock }: { clock: DeviceClock }) {
	const now = useTickingNow(1_000);
	return t("setting.clock.now", { time: instantText(now, deviceOffsetMinutes(clock, now)) });
}

type SettingChange = {
	loggingIntervalSeconds?: number;
	uploadIntervalSeconds?: number;
	offlineAfterSeconds?: number;
	retentionDays?: number | null;
	sends?: Sends;
	inherit?: InheritableSetting[];
};

const schemas = {
	loggingIntervalSeconds: IntervalSeconds,
	uploadIntervalSeconds: IntervalSeconds,
	offlineAfterSeconds: OfflineAfterSeconds,
	retentionDays: RetentionDays,
} as const;

/** Seconds, or days for retention. Null: no own value. A string is the error. */
function ownValue(setting: InheritableDuration, choice: SettingChoice): number | string | null {
	if (choice.source !== "own") return null;
	const value = typedValue(setting, choice);
	if (Number.isNaN(value)) return t("setting.number");
	const parsed = schemas[setting].safeParse(value);
	return parsed.success ? parsed.data : errorSentence(parsed.error.issues[0]?.message ?? t("setting.impossible"));
}

export function settingError(setting: InheritableDuration, choice: SettingChoice): string | undefined {
	const value = ownValue(setting, choice);
	return typeof value === "string" ? value : undefined;
}

export function settingChange(choices: SettingChoices): SettingChange | string | null {
	const change: SettingChange = {};
	const inherit: InheritableSetting[] = [];
	for (const setting of InheritableDuration.options) {
		const choice = choices[setting];
		if (choice === undefined) continue;
		if (choice.source === "inherited") inherit.push(setting);
		if (choice.source === "forever") change.retentionDays = null;
		const value = ownValue(setting, choice);
		if (typeof value === "string") return value;
		if (value !== null) change[setting] = value;
	}
	if (inherit.length > 0) change.inherit = inherit;
	return Object.keys(change).length === 0 ? null : change;
}
