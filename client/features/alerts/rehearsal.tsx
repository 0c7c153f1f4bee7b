import { Button, SegmentedControl } from "@mantine/core";
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
import { sentenceFor } from "../../api/api-error";
import { eventValue } from "../../entities/alert-event";
import { ComputedMark } from "../../entities/computed-mark";
import { markedName } from "../../entities/marked-name";
import { LoadingNote } from "../../ui/feedback/loading";
import { Callout } from "../../ui/feedback/notes";
import { countOf, countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { formatSpan } from "../../ui/time/relative-time";
import { clockTime } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { valueStyle } from "../../ui/value-display";
import classes from "./rehearsal.module.css";
import { RehearsalChart } from "./rehearsal-chart";
import { useRehearsal } from "./use-rehearsal";

const shownDevices = 20;

export function Rehearsal({ draft }: { draft: RehearsalDraft | null }) {
	const [days, setDays] = useState<RehearsalDays>(7);
	const { rehearsal, isBusy, isGoingOn, error, goOn, stop, retry } = useRehearsal(draft, days);
	return (
		<Card
			title="Rehearsal"
			action={
				<SegmentedControl
					aria-label="Days to rehearse"
					size="xs"
					data={[
						{ value: "7", label: "7 days" },
						{ value: "30", label: "30 days" },
					]}
					value={String(days)}
					onChange={(value) => setDays(value === "30" ? 30 : 7)}
				/>
			}
		>
			<div className={classes.body} aria-busy={isBusy}>
				<LoadingNote isLoading={isBusy} />
				{error !== null && error !== undefined && (
					<Callout tone="bad" role="alert" className={classes.failure}>
						<span>{sentenceFor(error)}</span>
						<Button variant="default" size="xs" onClick={retry}>
							Try again
						</Button>
					</Callout>
				)}
				{rehearsal && draft ? (
					<>
						<Summary rehearsal={rehearsal} days={days} />
						<Hidden devices={rehearsal.devices} condition={draft.rule.condition} />
						<Looked rehearsal={rehearsal} isGoingOn={isGoingOn} onAll={goOn} onStop={stop} />
						<Recipients contacts={rehearsal.contacts} hasEvents={rehearsal.devices.some(({ count }) => count > 0)} />
						<Devices rehearsal={rehearsal} condition={draft.rule.condition} />
						<p className={classes.note}>Assumes today's groups, settings and calibration.</p>
					</>
				) : (
					!error && <NoRows>{draft ? "Rehearsing…" : "Complete the rule to see what it would have done."}</NoRows>
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
	const when = `in the last ${days} days`;
	if (devices.length === 0) return "Watches no device at present.";
	const fired = devices.filter(({ count }) => count > 0);
	const events = fired.reduce((sum, { count }) => sum + count, 0);
	const isAll = after === null;
	const most = `the ${countText(devices.length)} of ${countOf(deviceCount, "device")} checked so far`;
	if (events === 0) return `Would not have fired ${when}${isAll ? "" : ` on ${most}`}.`;
	const longest = largestOf(fired.map(({ longestMs }) => longestMs));
	const where = `on ${countText(fired.length)} of ${countOf(devices.length, "device")}${isAll ? "" : " checked so far"}`;
	return `Would have fired ${timesOf(events)} ${where} ${when}, ${longest > 0 ? `longest ${formatSpan(longest)}` : "each for one reading"}.`;
}

function timesOf(count: number): string {
	return count === 1 ? "once" : count === 2 ? "twice" : `${countText(count)} times`;
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
			<p className={classes.note}>{countOf(count, "excursion")} outside your hours:</p>
			<ul className={classes.contacts} aria-label="Outside your hours">
				{latest.map(({ device, excursion }) => (
					<li key={`${device.id} ${excursion.channelId} ${excursion.from}`}>
						{device.name}, <Event excursion={excursion} condition={condition} device={device} />
					</li>
				))}
			</ul>
			{left > 0 && <p className={classes.note}>And {countText(left)} before these.</p>}
		</Callout>
	);
}

type LookedProps = { rehearsal: Known; isGoingOn: boolean; onAll: () => void; onStop: () => void };

function Looked({ rehearsal: { devices, deviceCount, after, isOlder }, isGoingOn, onAll, onStop }: LookedProps) {
	if (after === null) return null;
	const text = `Checked ${countText(devices.length)} of ${countOf(deviceCount, "device")}.`;
	return (
		<p className={classes.looked}>
			<span>{text}</span>
			<Button variant="default" size="xs" disabled={isOlder} onClick={isGoingOn ? onStop : onAll}>
				{isGoingOn ? "Stop" : "Check all devices"}
			</Button>
		</p>
	);
}

function Recipients({ contacts, hasEvents }: { contacts: RehearsedContact[]; hasEvents: boolean }) {
	if (!hasEvents) return null;
	if (contacts.length === 0) return <p className={classes.note}>Nobody would have been notified: choose a contact.</p>;
	return (
		<ul className={classes.contacts} aria-label="Who would have been notified">
			{contacts.map((contact) => (
				<li key={contact.id}>{recipientSentence(contact)}</li>
			))}
		</ul>
	);
}

export function recipientSentence({ name, sent, woken, heldBack, hasQuietHours }: RehearsedContact): string {
	const quiet = heldBack > 0 ? ` Quiet hours would have held back ${countOf(heldBack, "message")}.` : "";
	if (sent === 0) return `${name} would have received nothing.${quiet}`;
	const when = hasQuietHours ? "in their quiet hours" : `between ${clockTime("22:00")} and ${clockTime("07:00")}`;
	const night =
		woken === 0 ? (hasQuietHours ? "none in their quiet hours" : "none at night") : `woken ${timesOf(woken)} ${when}`;
	return `${name} would have received ${countOf(sent, "message")}, ${night}.${quiet}`;
}

function Devices({ rehearsal, condition }: { rehearsal: Known; condition: AlertCondition }) {
	const { devices, from, until } = rehearsal;
	const mostFirst = [...devices].sort((one, other) => other.count - one.count || other.totalMs - one.totalMs);
	const left = devices.length - shownDevices;
	return (
		<>
			<ul className={classes.devices}>
				{mostFirst.slice(0, shownDevices).map((device) => (
					<li key={device.id}>
						<Device device={device} condition={condition} span={{ from, until }} />
					</li>
				))}
			</ul>
			{left > 0 && <p className={classes.note}>And {countOf(left, "device")} with as many events or fewer.</p>}
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
				<TextLink to="/devices/$deviceId" params={{ deviceId: id }} underline="always">
					{name}
				</TextLink>{" "}
				<span>{text}</span>
			</p>
			{hasReadings &&
				channels.map((channel) => (
					<Fragment key={channel.id}>
						{channel.formula !== undefined && (
							<p className={classes.note}>
								{channel.name} <ComputedMark formula={channel.formula} />
							</p>
						)}
						<RehearsalChart
							channel={channel}
							excursions={excursions}
							condition={condition}
							span={span}
							label={`${markedName(channel.name, channel.formula !== undefined)} of ${name}. ${text}.`}
						/>
					</Fragment>
				))}
			{count > 0 && (
				<details className={classes.details}>
					<summary>
						{count > excursions.length
							? `The latest ${countText(excursions.length)} of ${countText(count)} events`
							: countOf(count, "event")}
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
	if (count === 0) return hasReadings ? "no event" : "no readings";
	const crossings = crossingsSentence(excursions);
	if (totalMs === 0) return `${timesOf(count)}${crossings}`;
	return count === 1
		? `once, for ${formatSpan(totalMs)}`
		: `${timesOf(count)}${crossings}, longest ${formatSpan(longestMs)}, ${formatSpan(totalMs)} in total`;
}

function crossingsSentence(excursions: readonly Excursion[]): string {
	const several = excursions.flatMap(({ crossings = 0 }) => (crossings > 0 ? crossings : []));
	if (several.length === 0) return "";
	const all = several.reduce((sum, crossings) => sum + crossings, 0);
	return `, ${several.length === 1 ? "one" : countText(several.length)} of them ${countOf(all, "crossing")}`;
}

type EventProps = { excursion: Excursion; condition: AlertCondition; device: RehearsedDevice };

function Event({
	excursion: { channelId, from, to, peak, crossings },
	condition,
	device: { channels, clock },
}: EventProps) {
	const channel = channels.length > 1 ? channels.find(({ id }) => id === channelId) : undefined;
	return (
		<>
			<TimeStamp at={from} clock={clock ?? null} />
			{to === null ? ", still open" : `, ${formatSpan(to - from)}`}
			{crossings !== undefined && `, ${crossingsText(crossings, valueStyle())}`}, at worst{" "}
			{eventValue({ condition }, peak)}
			{channel && `, ${channel.name}`}
		</>
	);
}
