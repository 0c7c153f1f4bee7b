import { SegmentedControl } from "@mantine/core";
import { Fragment, useState } from "react";
import { crossingsText } from "../../../shared/alert/alert-sentence";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import type {
	Excursion,
	RehearsalDays,
	RehearsalDraft,
	RehearsedContact,
	RehearsedDevice,
	Rehearsal as Reply,
} from "../../../shared/alert/rehearsal";
import { dayMs } from "../../../shared/base/durations";
import { largestOf } from "../../../shared/base/lists";
import { shownFormula } from "../../../shared/device/derived/formula";
import { eventValue } from "../../entities/alert-event";
import { ComputedMark } from "../../entities/computed-mark";
import { DeviceLink } from "../../entities/entity-links";
import { markedName } from "../../entities/marked-name";
import { TryAgainNote } from "../../forms/try-again-note";
import { LoadingNote } from "../../ui/feedback/loading";
import { Callout } from "../../ui/feedback/notes";
import { PlainButton } from "../../ui/form/buttons";
import { countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows } from "../../ui/layout/rows";
import { formatSpan } from "../../ui/time/relative-time";
import { clockTime } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { valueStyle } from "../../ui/value-display";
import { rich, t } from "../../words/made/alerts";
import classes from "./rehearsal.module.css";
import { RehearsalChart } from "./rehearsal-chart";
import { useRehearsal } from "./use-rehearsal";

const shownDevices = 20;

export function Rehearsal({ draft }: { draft: RehearsalDraft | null }) {
	const [days, setDays] = useState<RehearsalDays>(7);
	const { rehearsal, isBusy, isGoingOn, error, goOn, stop, retry } = useRehearsal(draft, days);
	return (
		<Card
			title={t("rehearsal")}
			action={
				<SegmentedControl
					aria-label={t("rehearsal.days")}
					data={[
						{ value: "7", label: t("rehearsal.sevenDays") },
						{ value: "30", label: t("rehearsal.thirtyDays") },
					]}
					value={String(days)}
					onChange={(value) => setDays(value === "30" ? 30 : 7)}
				/>
			}
		>
			<div className={classes.body} aria-busy={isBusy}>
				<LoadingNote isLoading={isBusy} />
				<TryAgainNote error={error} className={classes.failure} onRetry={retry} />
				{rehearsal && draft ? (
					<>
						<Summary rehearsal={rehearsal} days={days} />
						<Hidden devices={rehearsal.devices} condition={draft.rule.condition} />
						<Looked rehearsal={rehearsal} isGoingOn={isGoingOn} onAll={goOn} onStop={stop} />
						<Recipients contacts={rehearsal.contacts} hasEvents={rehearsal.devices.some(({ count }) => count > 0)} />
						<Devices rehearsal={rehearsal} condition={draft.rule.condition} />
						<p className={classes.note}>{t("rehearsal.assumes")}</p>
					</>
				) : (
					!error && <NoRows>{draft ? t("rehearsal.running") : t("rehearsal.incomplete")}</NoRows>
				)}
			</div>
		</Card>
	);
}

type Known = Reply & { isOlder: boolean };

function Summary({ rehearsal, days }: { rehearsal: Known; days: RehearsalDays }) {
	const { from, until, isOlder } = rehearsal;
	return (
		<p className={classes.summary} data-older={isOlder} role="status">
			{rehearsalSentence(rehearsal, isOlder ? Math.round((until - from) / dayMs) : days)}
		</p>
	);
}

type Checked = Pick<Reply, "devices" | "deviceCount" | "after">;

export function rehearsalSentence({ devices, deviceCount, after }: Checked, days: number): string {
	if (devices.length === 0) return t("rehearsal.noDevice");
	const fired = devices.filter(({ count }) => count > 0);
	const events = fired.reduce((sum, { count }) => sum + count, 0);
	const isAll = after === null;
	if (events === 0) {
		const checked = countText(devices.length);
		return isAll
			? t("rehearsal.quietAll", { days })
			: t("rehearsal.quietSoFar", { days, checked, devices: deviceCount });
	}
	const longestMs = largestOf(fired.map((device) => device.longestMs));
	const values = { events, fired: countText(fired.length), devices: devices.length, days };
	if (longestMs === 0) return isAll ? t("rehearsal.firedOnce", values) : t("rehearsal.firedOnceSoFar", values);
	const longest = formatSpan(longestMs);
	return isAll ? t("rehearsal.fired", { ...values, longest }) : t("rehearsal.firedSoFar", { ...values, longest });
}

const shownHidden = 5;

function Hidden({ devices, condition }: { devices: readonly RehearsedDevice[]; condition: AlertCondition }) {
	const count = devices.reduce((sum, { hiddenCount = 0 }) => sum + hiddenCount, 0);
	if (count === 0) return null;
	const latest = devices
		.flatMap((device) => (device.hidden ?? []).map((excursion) => ({ device, excursion })))
		.sort((one, other) => other.excursion.from - one.excursion.from)
		.slice(0, shownHidden);
	const left = count - latest.length;
	return (
		<Callout tone="warn">
			<p className={classes.note}>{t("rehearsal.hidden", { count })}</p>
			<ul className={classes.contacts} aria-label={t("rehearsal.outside")}>
				{latest.map(({ device, excursion }) => (
					<li key={`${device.id} ${excursion.channelId} ${excursion.from}`}>
						{device.name}, <Event excursion={excursion} condition={condition} device={device} />
					</li>
				))}
			</ul>
			{left > 0 && <p className={classes.note}>{t("rehearsal.before", { count: countText(left) })}</p>}
		</Callout>
	);
}

type LookedProps = { rehearsal: Known; isGoingOn: boolean; onAll: () => void; onStop: () => void };

function Looked({ rehearsal: { devices, deviceCount, after, isOlder }, isGoingOn, onAll, onStop }: LookedProps) {
	if (after === null) return null;
	const text = t("rehearsal.checked", { checked: countText(devices.length), devices: deviceCount });
	return (
		<p className={classes.looked}>
			<span>{text}</span>
			<PlainButton size="xs" disabled={isOlder} onClick={isGoingOn ? onStop : onAll}>
				{isGoingOn ? t("rehearsal.stop") : t("rehearsal.checkAll")}
			</PlainButton>
		</p>
	);
}

function Recipients({ contacts, hasEvents }: { contacts: RehearsedContact[]; hasEvents: boolean }) {
	if (!hasEvents) return null;
	if (contacts.length === 0) return <p className={classes.note}>{t("rehearsal.nobody")}</p>;
	return (
		<ul className={classes.contacts} aria-label={t("rehearsal.who")}>
			{contacts.map((contact) => (
				<li key={contact.id}>{recipientSentence(contact)}</li>
			))}
		</ul>
	);
}

export function recipientSentence({ name, sent, woken, heldBack, hasQuietHours }: RehearsedContact): string {
	const values = { name, messages: sent };
	const night = () =>
		t("recipient.wokenNight", { ...values, woken, begin: clockTime("22:00"), end: clockTime("07:00") });
	const none = () => (hasQuietHours ? t("recipient.noneQuiet", values) : t("recipient.noneNight", values));
	const some = () => (hasQuietHours ? t("recipient.wokenQuiet", { ...values, woken }) : night());
	const received = sent === 0 ? t("recipient.nothing", { name }) : woken === 0 ? none() : some();
	return heldBack > 0 ? `${received} ${t("recipient.heldBack", { count: heldBack })}` : received;
}

function Devices({ rehearsal, condition }: { rehearsal: Known; condition: AlertCondition }) {
	const { devices, from, until } = rehearsal;
	const mostFirst = [...devices].sort((one, other) => other.count - one.count || other.totalMs - one.totalMs);
	const left = devices.length - shownDevices;
	return (
		<>
			<ul className={`${layout.plain} ${classes.devices}`}>
				{mostFirst.slice(0, shownDevices).map((device) => (
					<li key={device.id}>
						<Device device={device} condition={condition} span={{ from, until }} />
					</li>
				))}
			</ul>
			{left > 0 && <p className={classes.note}>{t("rehearsal.moreDevices", { count: left })}</p>}
		</>
	);
}

type DeviceProps = { device: RehearsedDevice; condition: AlertCondition; span: { from: number; until: number } };

function Device({ device, condition, span }: DeviceProps) {
	const { id, name, excursions, count, channels, hasReadings } = device;
	const text = deviceSentence(device);
	return (
		<>
			<p className={classes.device}>
				<DeviceLink id={id} underline="always">
					{name}
				</DeviceLink>{" "}
				<span>{text}</span>
			</p>
			{hasReadings &&
				channels.map((channel) => (
					<Fragment key={channel.id}>
						{channel.formula !== undefined && (
							<p className={classes.note}>
								{channel.name} <ComputedMark formula={shownFormula(channel)} />
							</p>
						)}
						<RehearsalChart
							channel={channel}
							excursions={excursions}
							condition={condition}
							span={span}
							label={t("rehearsal.chart", {
								channel: markedName(channel.name, channel.formula !== undefined),
								device: name,
								text,
							})}
						/>
					</Fragment>
				))}
			{count > 0 && (
				<details className={classes.details}>
					<summary>
						{count > excursions.length
							? t("rehearsal.latest", { shown: countText(excursions.length), count: countText(count) })
							: t("rehearsal.events", { count })}
					</summary>
					<ul>
						{excursions.map((excursion) => (
							<li key={`${excursion.channelId}.${excursion.from}`}>
								<Event excursion={excursion} condition={condition} device={device} />
							</li>
						))}
					</ul>
				</details>
			)}
		</>
	);
}

export function deviceSentence({ count, longestMs, totalMs, hasReadings, excursions }: RehearsedDevice): string {
	if (count === 0) return hasReadings ? t("rehearsal.noEvent") : t("rehearsal.noReadings");
	const [longest, total] = [formatSpan(longestMs), formatSpan(totalMs)];
	if (totalMs > 0 && count === 1) return t("rehearsal.device.once", { total });
	const several = excursions.flatMap(({ crossings: own = 0 }) => (own > 0 ? own : []));
	const crossed = { several: several.length, crossings: several.reduce((sum, own) => sum + own, 0) };
	if (several.length === 0) {
		return totalMs === 0
			? t("rehearsal.device.short", { events: count })
			: t("rehearsal.device.several", { events: count, longest, total });
	}
	return totalMs === 0
		? t("rehearsal.device.shortCrossings", { events: count, ...crossed })
		: t("rehearsal.device.severalCrossings", { events: count, ...crossed, longest, total });
}

type EventProps = { excursion: Excursion; condition: AlertCondition; device: RehearsedDevice };

function Event({
	excursion: { channelId, from, to, peak, crossings },
	condition,
	device: { channels, clock },
}: EventProps) {
	const channel = channels.length > 1 ? channels.find(({ id }) => id === channelId) : undefined;
	const values = { time: <TimeStamp at={from} clock={clock ?? null} />, worst: eventValue({ condition }, peak) };
	return (
		<>
			{to === null
				? crossings === undefined
					? rich("excursion.open", values)
					: rich("excursion.openCrossings", { ...values, crossings: crossingsText(crossings, valueStyle()) })
				: crossings === undefined
					? rich("excursion.ended", { ...values, span: formatSpan(to - from) })
					: rich("excursion.endedCrossings", {
							...values,
							span: formatSpan(to - from),
							crossings: crossingsText(crossings, valueStyle()),
						})}
			{channel && `, ${channel.name}`}
		</>
	);
}
