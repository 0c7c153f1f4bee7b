import { Button } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { AlertCoverage, UnwatchedKind } from "../../../shared/alert/alert-coverage";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { ComputedMark } from "../../entities/computed-mark";
import { deliveryChannelLabels } from "../../entities/contact";
import { StoppedText } from "../../entities/stopped-alerts";
import { EmptyNote } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf, countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { ButtonLink, TextLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { notEvaluatedText } from "./alert-labels";
import { AlertTabs } from "./alert-tabs";
import classes from "./coverage.module.css";

export function Coverage({ coverage, mayAddDevices }: { coverage: AlertCoverage; mayAddDevices: boolean }) {
	const { deviceCount, ruleCount } = coverage;
	const parts = coverageParts(coverage);
	const faults = parts.reduce((sum, { count }) => sum + count, 0);
	if (deviceCount === 0 && ruleCount === 0 && faults === 0) return <NothingToCover mayAddDevices={mayAddDevices} />;
	const looked = `${countOf(deviceCount, "device")} and ${countOf(ruleCount, "active rule")} checked`;
	return (
		<>
			<PageHead
				title="Alert coverage"
				subtitle={`${looked}: ${faults === 0 ? "nothing is missing" : `${countOf(faults, "gap")} found`}`}
			/>
			<AlertTabs current="coverage" />
			<div className={classes.parts}>
				{parts.map(({ title, count, why, none, rows, all, isVacuous = false }) => (
					<Card
						key={title}
						title={title}
						note={<StatusChip tone={count > 0 ? "warn" : isVacuous ? "off" : "ok"}>{countText(count)}</StatusChip>}
						action={count > 0 && all}
					>
						{count === 0 ? (
							<NoRows>{none}</NoRows>
						) : (
							<>
								<p className={classes.why}>{why}</p>
								<PartRows rows={rows} count={count} />
							</>
						)}
					</Card>
				))}
			</div>
		</>
	);
}

function NothingToCover({ mayAddDevices }: { mayAddDevices: boolean }) {
	return (
		<>
			<PageHead title="Alert coverage" subtitle="Nothing to check yet" />
			<AlertTabs current="coverage" />
			<Card>
				<EmptyNote
					icon={<IconShieldCheck size={26} />}
					title="No devices yet"
					text="Coverage finds devices and channels that no rule watches, and alerts that would reach nobody."
				>
					{mayAddDevices && (
						<ButtonLink to="/devices" search={{ add: "yes" }}>
							Add device
						</ButtonLink>
					)}
				</EmptyNote>
			</Card>
		</>
	);
}

const shownFirst = 20;

type PartRowsProps = Pick<Part, "rows" | "count">;

function PartRows({ rows, count }: PartRowsProps) {
	const [isAllShown, setIsAllShown] = useState(false);
	const shown = isAllShown ? rows : rows.slice(0, shownFirst);
	return (
		<>
			<Rows rows={shown} />
			{rows.length > shown.length ? (
				<Button variant="subtle" className={classes.more} onClick={() => setIsAllShown(true)}>
					{count > rows.length ? `Show the first ${countText(rows.length)}` : `Show all ${countText(count)}`}
				</Button>
			) : (
				count > rows.length && <NoRows>And {countText(count - rows.length)} more.</NoRows>
			)}
		</>
	);
}

type Part = {
	title: string;
	count: number;
	why: string;
	none: string;
	isVacuous?: boolean;
	rows: Parameters<typeof Rows>[0]["rows"];
	all?: ReactNode;
};

function coverageParts(coverage: AlertCoverage): Part[] {
	const { devicesWithoutRule, silentChannels, rulesWithoutContact, rulesAllQuiet } = coverage;
	const { contactsNeverTested, spentChannels } = coverage;
	const noDevice = coverage.deviceCount === 0;
	const noRule = coverage.ruleCount === 0;
	return [
		{
			title: "Devices without a rule",
			count: devicesWithoutRule.count,
			why: "Nobody is notified of these devices. Add a rule, or add them to a group that a rule watches.",
			none: noDevice ? "No devices yet." : "Every device is watched by a rule.",
			isVacuous: noDevice,
			rows: devicesWithoutRule.listed.map(({ id, name }) => ({
				key: id,
				name: <DeviceLink id={id} name={name} />,
				end: (
					<TextLink to="/alerts/new" search={{ device: id }}>
						Add a rule
					</TextLink>
				),
			})),
			all: (
				<TextLink to="/devices" search={{ lack: "rule" }}>
					In the list
				</TextLink>
			),
		},
		...unwatchedParts(coverage),
		{
			title: "Silent channels",
			count: silentChannels.count,
			why: "The device uploads, but these channels have no recent reading. Check the sensor, or remove the channel.",
			none: noDevice ? "No devices yet." : "Every channel of the devices that upload has recent readings.",
			isVacuous: noDevice,
			rows: silentChannels.listed.map(({ lastAt, ...channel }) => ({
				key: channel.id,
				name: <ChannelLink channel={channel} />,
				under: lastAt === null ? "No reading yet" : <LastReading at={lastAt} />,
				end: (
					<TextLink to="/devices/$deviceId" params={{ deviceId: channel.deviceId }} search={{ tab: "settings" }}>
						Channel settings
					</TextLink>
				),
			})),
		},
		{
			title: "Rules that are not evaluated",
			count: coverage.rulesNotEvaluated?.count ?? 0,
			why: `${notEvaluatedText} Change or delete them.`,
			none: noRule ? "No active rule." : "Every rule is evaluated.",
			isVacuous: noRule,
			rows: (coverage.rulesNotEvaluated?.listed ?? []).map(ruleRow),
		},
		{
			title: "Rules that reach nobody",
			count: rulesWithoutContact.count,
			why: "None of their contacts has a verified address that takes alerts. Add a contact, or verify an address.",
			none: noRule ? "No active rule." : "Every rule reaches a contact with a verified address.",
			isVacuous: noRule,
			rows: rulesWithoutContact.listed.map(ruleRow),
		},
		{
			title: "Critical rules in quiet hours",
			count: rulesAllQuiet.count,
			why: "At some hours all of their contacts are in quiet hours. Add a contact, or let critical alerts through.",
			none: noRule ? "No active rule." : "Every critical rule reaches somebody at any hour.",
			isVacuous: noRule,
			rows: rulesAllQuiet.listed.map(ruleRow),
		},
		{
			title: "Contacts never tested",
			count: contactsNeverTested.count,
			why: "Rules name them, but no message was ever sent to them. Send a test message.",
			none: noRule ? "No active rule." : "Every contact of a rule has received a message.",
			isVacuous: noRule,
			rows: contactsNeverTested.listed.map(({ id, name }) => ({
				key: id,
				name: (
					<TextLink to="/accounts/contacts/edit/$contactId" params={{ contactId: id }}>
						{name}
					</TextLink>
				),
			})),
		},
		{
			title: "Alerts stopped by recipients",
			count: coverage.stoppedAlerts.count,
			why: "They followed the link in a message and get no alerts there. Ask them to take it back, or add a contact.",
			none: "No recipient has stopped alerts.",
			rows: coverage.stoppedAlerts.listed.map((stopped) => ({
				key: `${stopped.contactId} ${stopped.channel} ${stopped.rule?.id ?? ""}`,
				name: (
					<TextLink to="/accounts/contacts/edit/$contactId" params={{ contactId: stopped.contactId }}>
						{stopped.contactName}
					</TextLink>
				),
				under: <StoppedText stopped={stopped} />,
			})),
		},
		{
			title: "Channels used up for today",
			count: spentChannels.count,
			why: "The account's share of these messages is used up. Alerts go by other channels and to the next contacts at once.",
			none: "Every channel has messages left for today.",
			rows: spentChannels.listed.map(({ channel, until }) => ({
				key: channel,
				name: deliveryChannelLabels[channel],
				under: (
					<>
						Until <TimeStamp at={until} />
					</>
				),
			})),
		},
	];
}

/** One part per quantity, because a rule compares one. */
function unwatchedParts({ unwatchedChannels: kinds, deviceCount }: AlertCoverage): Part[] {
	if (kinds.length === 0) {
		const isVacuous = deviceCount === 0;
		const none = isVacuous ? "No devices yet." : "A rule compares the readings of every channel.";
		return [{ title: "Channels without a rule", count: 0, why: "", none, isVacuous, rows: [] }];
	}
	return kinds.map(({ quantity, unit, count, listed }) => {
		const what = unit === "" ? quantityTitles[quantity] : `${quantityTitles[quantity]}, ${unit}`;
		return {
			title: `${what}: channels without a rule`,
			count,
			why: "No rule compares these readings. A rule about missing data or the battery does not.",
			none: "",
			rows: listed.map((channel) => ({ key: channel.id, name: <ChannelLink channel={channel} /> })),
			all: (
				<TextLink to="/alerts/new" search={{ unwatched: `${quantity} ${unit}` }}>
					{count === 1 ? "Add a rule" : `Add one rule for all ${countText(count)}`}
				</TextLink>
			),
		};
	});
}

function ruleRow({ id, name }: { id: string; name: string }) {
	return {
		key: id,
		name: (
			<TextLink to="/alerts/edit/$alertId" params={{ alertId: id }}>
				{name}
			</TextLink>
		),
	};
}

type NamedChannel = UnwatchedKind["listed"][number];

function ChannelLink({ channel: { deviceId, deviceName, name, formula } }: { channel: NamedChannel }) {
	return (
		<>
			<DeviceLink id={deviceId} name={`${deviceName} · ${name}`} />{" "}
			{formula !== undefined && <ComputedMark formula={formula} isFocusable={false} />}
		</>
	);
}

function DeviceLink({ id, name }: { id: string; name: string }) {
	return (
		<TextLink to="/devices/$deviceId" params={{ deviceId: id }}>
			{name}
		</TextLink>
	);
}

function LastReading({ at }: { at: number }) {
	return (
		<>
			Last reading <TimeStamp at={at} show="age" />
		</>
	);
}
