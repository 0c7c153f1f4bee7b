import { IconShieldCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { AlertCoverage, UnwatchedKind } from "../../../shared/alert/alert-coverage";
import { shownFormula } from "../../../shared/device/derived/formula";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { ComputedMark } from "../../entities/computed-mark";
import { deliveryChannelLabel } from "../../entities/contact";
import { ContactLink, DeviceLink, RuleLink } from "../../entities/entity-links";
import { StoppedText } from "../../entities/stopped-alerts";
import { EmptyNote } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { SubtleButton } from "../../ui/form/buttons";
import { countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { ButtonLink, TextLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/alerts";
import { AlertTabs } from "./alert-tabs";
import classes from "./coverage.module.css";

export function Coverage({ coverage, mayAddDevices }: { coverage: AlertCoverage; mayAddDevices: boolean }) {
	const { deviceCount, ruleCount } = coverage;
	const parts = coverageParts(coverage);
	const faults = parts.reduce((sum, { count }) => sum + count, 0);
	if (deviceCount === 0 && ruleCount === 0 && faults === 0) return <NothingToCover mayAddDevices={mayAddDevices} />;
	const checked = { devices: deviceCount, rules: ruleCount };
	return (
		<>
			<PageHead
				title={t("coverage.title")}
				subtitle={faults === 0 ? t("coverage.complete", checked) : t("coverage.faults", { ...checked, faults })}
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
								<p className={classes.cardLead}>{why}</p>
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
			<PageHead title={t("coverage.title")} subtitle={t("coverage.nothing")} />
			<AlertTabs current="coverage" />
			<Card>
				<EmptyNote
					icon={<IconShieldCheck size={26} />}
					title={t("coverage.noDevices")}
					text={t("coverage.noDevices.help")}
				>
					{mayAddDevices && (
						<ButtonLink to="/devices" search={{ add: "yes" }}>
							{t("coverage.addDevice")}
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
				<SubtleButton className={classes.more} onClick={() => setIsAllShown(true)}>
					{count > rows.length
						? t("coverage.showFirst", { count: countText(rows.length) })
						: t("coverage.showAll", { count: countText(count) })}
				</SubtleButton>
			) : (
				count > rows.length && <NoRows>{t("coverage.andMore", { count: countText(count - rows.length) })}</NoRows>
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
			title: t("coverage.unwatched"),
			count: devicesWithoutRule.count,
			why: t("coverage.unwatched.why"),
			none: noDevice ? t("coverage.none.noDevices") : t("coverage.unwatched.none"),
			isVacuous: noDevice,
			rows: devicesWithoutRule.listed.map(({ id, name }) => ({
				key: id,
				name: <DeviceLink id={id}>{name}</DeviceLink>,
				end: (
					<TextLink to="/alerts/new" search={{ device: id }}>
						{t("coverage.addRule")}
					</TextLink>
				),
			})),
			all: (
				<TextLink to="/devices" search={{ lack: "rule" }}>
					{t("inList")}
				</TextLink>
			),
		},
		...unwatchedParts(coverage),
		{
			title: t("coverage.silent"),
			count: silentChannels.count,
			why: t("coverage.silent.why"),
			none: noDevice ? t("coverage.none.noDevices") : t("coverage.silent.none"),
			isVacuous: noDevice,
			rows: silentChannels.listed.map(({ lastAt, ...channel }) => ({
				key: channel.id,
				name: <ChannelLink channel={channel} />,
				under: lastAt === null ? t("coverage.noReading") : <LastReading at={lastAt} />,
				end: (
					<TextLink to="/devices/$deviceId" params={{ deviceId: channel.deviceId }} search={{ tab: "settings" }}>
						{t("coverage.channelSettings")}
					</TextLink>
				),
			})),
		},
		{
			title: t("coverage.notEvaluated"),
			count: coverage.rulesNotEvaluated?.count ?? 0,
			why: t("coverage.notEvaluated.why"),
			none: noRule ? t("coverage.none.noRule") : t("coverage.notEvaluated.none"),
			isVacuous: noRule,
			rows: (coverage.rulesNotEvaluated?.listed ?? []).map(ruleRow),
		},
		{
			title: t("coverage.unreached"),
			count: rulesWithoutContact.count,
			why: t("coverage.unreached.why"),
			none: noRule ? t("coverage.none.noRule") : t("coverage.unreached.none"),
			isVacuous: noRule,
			rows: rulesWithoutContact.listed.map(ruleRow),
		},
		{
			title: t("coverage.quiet"),
			count: rulesAllQuiet.count,
			why: t("coverage.quiet.why"),
			none: noRule ? t("coverage.none.noRule") : t("coverage.quiet.none"),
			isVacuous: noRule,
			rows: rulesAllQuiet.listed.map(ruleRow),
		},
		{
			title: t("coverage.duty"),
			count: coverage.rosterGaps?.count ?? 0,
			why: t("coverage.duty.why"),
			none: t("coverage.duty.none"),
			rows: (coverage.rosterGaps?.listed ?? []).map(({ id, name, from, to, contactName }) => ({
				key: id,
				name: (
					<TextLink to="/alerts/" search={{ view: "rosters", roster: id }}>
						{name}
					</TextLink>
				),
				under: <RosterGapText {...{ from, to, contactName }} />,
			})),
		},
		{
			title: t("coverage.untested"),
			count: contactsNeverTested.count,
			why: t("coverage.untested.why"),
			none: noRule ? t("coverage.none.noRule") : t("coverage.untested.none"),
			isVacuous: noRule,
			rows: contactsNeverTested.listed.map(({ id, name }) => ({
				key: id,
				name: <ContactLink id={id}>{name}</ContactLink>,
			})),
		},
		{
			title: t("coverage.stopped"),
			count: coverage.stoppedAlerts.count,
			why: t("coverage.stopped.why"),
			none: t("coverage.stopped.none"),
			rows: coverage.stoppedAlerts.listed.map((stopped) => ({
				key: `${stopped.contactId} ${stopped.channel} ${stopped.rule?.id ?? ""}`,
				name: <ContactLink id={stopped.contactId}>{stopped.contactName}</ContactLink>,
				under: <StoppedText stopped={stopped} />,
			})),
		},
		{
			title: t("coverage.spent"),
			count: spentChannels.count,
			why: t("coverage.spent.why"),
			none: t("coverage.spent.none"),
			rows: spentChannels.listed.map(({ channel, until }) => ({
				key: channel,
				name: deliveryChannelLabel(channel),
				under: <>{rich("coverage.until", { time: <TimeStamp at={until} /> })}</>,
			})),
		},
	];
}

function RosterGapText({ from, to, contactName }: { from: number; to: number; contactName: string | null }) {
	const span = { from: <TimeStamp at={from} isFocusable />, to: <TimeStamp at={to} isFocusable /> };
	if (contactName === null) return rich("coverage.duty.gap", span);
	return rich("coverage.duty.unreachable", { name: contactName, ...span });
}

/** One part per quantity, because a rule compares one. */
function unwatchedParts({ unwatchedChannels: kinds, deviceCount }: AlertCoverage): Part[] {
	if (kinds.length === 0) {
		const isVacuous = deviceCount === 0;
		const none = isVacuous ? t("coverage.none.noDevices") : t("coverage.uncompared.none");
		return [{ title: t("coverage.uncompared"), count: 0, why: "", none, isVacuous, rows: [] }];
	}
	return kinds.map(({ quantity, unit, count, listed }) => {
		const what = unit === "" ? quantityTitles[quantity] : `${quantityTitles[quantity]}, ${unit}`;
		return {
			title: t("coverage.uncomparedOf", { quantity: what }),
			count,
			why: t("coverage.uncompared.why"),
			none: "",
			rows: listed.map((channel) => ({ key: channel.id, name: <ChannelLink channel={channel} /> })),
			all: (
				<TextLink to="/alerts/new" search={{ unwatched: `${quantity} ${unit}` }}>
					{count === 1 ? t("coverage.addRule") : t("coverage.addRuleForAll", { count: countText(count) })}
				</TextLink>
			),
		};
	});
}

function ruleRow({ id, name }: { id: string; name: string }) {
	return {
		key: id,
		name: <RuleLink id={id}>{name}</RuleLink>,
	};
}

type NamedChannel = UnwatchedKind["listed"][number];

function ChannelLink({ channel }: { channel: NamedChannel }) {
	return (
		<>
			<DeviceLink id={channel.deviceId}>{`${channel.deviceName} · ${channel.name}`}</DeviceLink>{" "}
			{channel.formula !== undefined && <ComputedMark formula={shownFormula(channel)} isFocusable={false} />}
		</>
	);
}

function LastReading({ at }: { at: number }) {
	return <>{rich("coverage.lastReading", { age: <TimeStamp at={at} show="age" /> })}</>;
}
