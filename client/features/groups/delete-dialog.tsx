import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { GroupListRow, GroupUses } from "../../../shared/device/group";
import { sentenceFor } from "../../api/api-error";
import { groupBy } from "../../api/queries";
import { GonePreviewNote } from "../../device-actions/retention-preview";
import { ActionDialog } from "../../forms/action-dialog";
import { countOf, countText } from "../../ui/format";
import { TextLink } from "../../ui/layout/link";
import { NoRows, Rows } from "../../ui/layout/rows";
import { nameOrCount, useDeleteGroups, useRefreshGroups } from "./group-calls";
import classes from "./groups.module.css";

const listedCount = 10;

type DeleteDialogProps = {
	groups: GroupListRow[];
	onClose: () => void;
	onDeleted: () => Promise<void>;
	onMerge: (groups: GroupListRow[]) => void;
};

/** A group in use is not deleted: the dialog lists its uses. */
export function DeleteDialog({ groups, onClose, onDeleted, onMerge }: DeleteDialogProps) {
	const deleteGroups = useDeleteGroups();
	const refresh = useRefreshGroups();
	const [isDenied, setIsRejected] = useState(false);
	const maybeNamed = groups.filter((group) => isDenied || isNamed(group));
	const uses = useQueries({
		queries: maybeNamed.slice(0, listedCount).map(({ id }) => groupBy(id)),
	});
	const free = groups.filter((group) => !isNamed(group));
	const remove = async () => {
		await deleteGroups(free);
		await onDeleted();
		await refresh();
	};
	return (
		<ActionDialog
			isQuestion
			isDangerous
			title={`Delete ${nameOrCount(groups)}?`}
			size={520}
			label={groups.length === 1 ? "Delete group" : `Delete ${countOf(free.length, "group")}`}
			canRun={free.length > 0 && !isDenied}
			run={remove}
			onRejected={({ reason }) => {
				setIsRejected(reason === "GROUP_IN_USE");
				return false;
			}}
			onClose={onClose}
			others={
				maybeNamed.length > 0 && (
					<Button variant="default" onClick={() => onMerge(groups)}>
						Merge into…
					</Button>
				)
			}
		>
			{maybeNamed.length === 0 ? (
				<p>
					{stayText(groups)} What devices inherit from {groups.length === 1 ? "it" : "them"} falls back to their other
					groups or the default. Planned mutes and screens go with {groups.length === 1 ? "it" : "them"}. You can undo
					this, which brings them back too.
				</p>
			) : (
				<>
					<p>
						{free.length === 0 || isDenied
							? `${groups.length === 1 ? "It is still in use. Remove it there first, or merge it" : "They are still in use. Remove them there first, or merge them"} into another group.`
							: `${countOf(groups.length - free.length, "group")} of ${countText(groups.length)} can't be deleted: still in use.`}
					</p>
					{uses.map(({ data, error }, index) => {
						const group = maybeNamed[index];
						if (group === undefined) return null;
						return (
							<section key={group.id} aria-label={`What names ${group.name}`} className={classes.named}>
								<h3 className={classes.namedTitle}>{group.name}</h3>
								{data && <GroupUsesList uses={data.uses} none="Not used anywhere you can see." />}
								{error && <p className={classes.hint}>{sentenceFor(error)}</p>}
							</section>
						);
					})}
					{maybeNamed.length > listedCount && (
						<p className={classes.hint}>And {countOf(maybeNamed.length - listedCount, "more group")}.</p>
					)}
				</>
			)}
			{free.length > 0 && !isDenied && <GonePreviewNote groupIds={free.map(({ id }) => id)} intoId={null} />}
		</ActionDialog>
	);
}

function stayText([first, ...others]: GroupListRow[]): string {
	if (!first || others.length > 0) return "Their devices stay, and so do their readings.";
	const { deviceCount } = first;
	if (deviceCount === 0) return "It has no devices.";
	return deviceCount === 1
		? "Its device stays, and so do its readings."
		: `Its ${countOf(deviceCount, "device")} stay, and so do their readings.`;
}

function isNamed({ useCounts }: GroupListRow): boolean {
	return useCounts.alerts + useCounts.reports + useCounts.users + useCounts.groups > 0;
}

type GroupUsesListProps = { uses: GroupUses; none: string };

export function GroupUsesList({ uses, none }: GroupUsesListProps) {
	const rows: { key: string; name: ReactNode; end: string }[] = [
		...uses.alerts.map(({ id, name }) => ({
			key: id,
			name: (
				<TextLink to="/alerts/edit/$alertId" params={{ alertId: id }}>
					{name}
				</TextLink>
			),
			end: "Alert",
		})),
		...uses.reports.map(({ id, name }) => ({ key: id, name, end: "Report" })),
		...uses.users.map(({ id, name }) => ({
			key: id,
			name: (
				<TextLink to="/accounts/users/edit/$userId" params={{ userId: id }}>
					{name}
				</TextLink>
			),
			end: "User who sees it",
		})),
		...uses.invitations.map(({ id, name }) => ({ key: id, name, end: "Invited to see it" })),
		...uses.groups.map(({ id, name }) => ({
			key: id,
			name: (
				<TextLink to="/groups/$groupId" params={{ groupId: id }}>
					{name}
				</TextLink>
			),
			end: "Group by filter",
		})),
	];
	return rows.length === 0 ? <NoRows>{none}</NoRows> : <Rows rows={rows} />;
}
