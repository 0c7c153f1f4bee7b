import {
	IconArrowMerge,
	IconCopy,
	IconGridDots,
	IconMap2,
	IconPencil,
	IconReport,
	IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { can } from "../../../shared/account/permissions";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Group, GroupListRow } from "../../../shared/device/group";
import { useAccount } from "../../api/account";
import { DeviceRows } from "../../entities/device-rows";
import { GroupMark } from "../../entities/group-mark";
import { reportSearch } from "../../entities/report";
import { useHistoryAction } from "../../forms/history-action";
import { MutedUntil, muteAction, muteDenial, useUnmute } from "../../forms/mute";
import { PlainLink } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { Detail, type Fact, Facts } from "../../ui/layout/detail";
import { ButtonLink, TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { PageActions } from "../../ui/table/page-actions";
import type { RowAction } from "../../ui/table/row-menu";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/devices";
import { GroupUsesList } from "./delete-dialog";
import { GroupCounts } from "./group-counts";
import { GroupDialogs, groupMuting, useGroupQuestion } from "./group-dialogs";
import { criteriaText, settingFacts } from "./group-labels";

type GroupDetailProps = {
	group: Group;
	devices: DeviceListRow[];
	groups: GroupListRow[];
	denial: string | null;
	tiles?: ReactNode;
	readings?: ReactNode;
	events?: ReactNode;
	mutes?: ReactNode;
	walls?: ReactNode;
};

export function GroupDetail({
	group,
	devices,
	groups,
	denial,
	tiles,
	readings,
	events,
	mutes,
	walls,
}: GroupDetailProps) {
	const { question, ask, askOf, close, rowAction } = useGroupQuestion();
	const members = useMemo(() => {
		const held = new Set(group.deviceIds);
		return devices.filter(({ id }) => held.has(id));
	}, [group.deviceIds, devices]);
	const row: GroupListRow = { ...group, useCounts: countsOf(group) };
	const { me } = useAccount();
	const muteDenied = muteDenial(me, "muteGroups");
	const unmute = useUnmute();
	const navigate = useNavigate();
	const history = useHistoryAction(group.id);
	const actions: RowAction[] = [
		muteAction({
			row,
			denial: muteDenied,
			onMute: () => askOf("mute", row),
			onUnmute: () => void unmute(groupMuting([row])),
		}),
		{
			id: "report",
			label: t("groups.action.report"),
			icon: <IconReport size={16} stroke={1.7} />,
			denial: can(me.role, "editReports") ? null : t("groups.action.report.denied"),
			onRun: () => void navigate({ to: "/reports/new", search: reportSearch({ groupIds: [group.id] }) }),
		},
		{
			id: "copy",
			label: t("groups.action.copy"),
			icon: <IconCopy size={16} stroke={1.7} />,
			denial,
			onRun: () => void navigate({ to: "/groups/new", search: { copy: group.id } }),
		},
		history,
		{
			id: "mapping",
			label: t("groups.mappingStudies"),
			icon: <IconGridDots size={16} stroke={1.7} />,
			denial: null,
			onRun: () =>
				void navigate({ to: "/groups/$groupId", params: { groupId: group.id }, search: { view: "mapping" } }),
		},
		rowAction("merge", row, {
			label: t("groups.action.merge"),
			icon: <IconArrowMerge size={16} stroke={1.7} />,
			denial,
		}),
		rowAction("delete", row, {
			label: t("groups.action.delete"),
			icon: <IconTrash size={16} stroke={1.7} />,
			isDangerous: true,
			denial,
		}),
	].filter((action) => !action.denial);
	return (
		<Detail
			title={group.name}
			subtitle={
				<>
					<MutedUntil row={group} /> {group.mutedUntil !== undefined && "· "}
					{group.description || t("groups.count.devices", { count: group.deviceCount })}
				</>
			}
			list={{ to: "/groups/", title: t("groups.all") }}
			{...(denial !== null && { notice: denial })}
			actions={
				<>
					<PlainLink
						to="/groups/$groupId"
						params={{ groupId: group.id }}
						search={{ view: "plans" }}
						leftSection={<IconMap2 size={16} stroke={1.7} />}
					>
						{t("groups.floorPlans")}
					</PlainLink>
					{denial === null && (
						<ButtonLink
							to="/groups/edit/$groupId"
							params={{ groupId: group.id }}
							leftSection={<IconPencil size={16} stroke={1.7} />}
						>
							{t("groups.action.edit")}
						</ButtonLink>
					)}
					<PageActions name={group.name} subjectId={group.id} actions={actions} />
				</>
			}
			lead={
				members.length > 0 && (
					<>
						<GroupCounts groupId={group.id} members={members} />
						{tiles}
					</>
				)
			}
			aside={
				<>
					<Card title={t("groups.column.group")}>
						<Facts facts={factsOf(group, groups)} />
					</Card>
					<Card title={t("groups.column.defaults")}>
						{Object.keys(group.defaults).length === 0 ? (
							<NoRows>{t("groups.defaults.none")}</NoRows>
						) : (
							<Facts facts={settingFacts(group.defaults)} />
						)}
					</Card>
					<Card
						title={t("groups.column.uses")}
						action={
							<TextLink to="/alerts/new" search={{ group: group.id }}>
								{t("groups.newRule")}
							</TextLink>
						}
					>
						<GroupUsesList uses={group.uses} none={t("groups.unused")} />
					</Card>
					{walls}
				</>
			}
		>
			{members.length > 0 && readings}
			{members.length > 0 && events}
			{mutes}
			<Card
				title={t("groups.column.devices")}
				note={t("groups.count.devices", { count: members.length })}
				action={
					members.length > 0 && (
						<TextLink to="/devices" search={{ group: group.id }}>
							{t("groups.inDeviceList")}
						</TextLink>
					)
				}
			>
				{members.length === 0 ? <NoRows>{t("groups.noDevice")}</NoRows> : <DeviceRows devices={members} />}
			</Card>
			<GroupDialogs question={question} all={groups} onAsk={ask} onClose={close} leaveTo="list" />
		</Detail>
	);
}

function countsOf({ uses }: Group): GroupListRow["useCounts"] {
	const { alerts, reports, users, groups } = uses;
	return { alerts: alerts.length, reports: reports.length, users: users.length, groups: groups.length };
}

function factsOf(group: Group, groups: GroupListRow[]): Fact[] {
	const { kind, colour, filter, createdAt } = group;
	const nameOf = (id: string) => groups.find((other) => other.id === id)?.name ?? null;
	return [
		{ label: t("groups.column.type"), value: t(`groups.kind.${kind}`), note: t(`groups.kind.${kind}.text`) },
		...(filter ? criteriaText(filter, nameOf).map(({ label, words }) => ({ label, value: words })) : []),
		{
			label: t("groups.colour"),
			value:
				colour === null ? (
					t("groups.colour.none")
				) : (
					<GroupMark colour={colour}>{t(`groups.colour.${colour}`)}</GroupMark>
				),
		},
		{ label: t("groups.created"), value: <TimeStamp at={createdAt.getTime()} isFocusable /> },
	];
}
