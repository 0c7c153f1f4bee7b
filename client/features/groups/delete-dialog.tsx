import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { GroupListRow, GroupUses } from "../../../shared/device/group";
import { sentenceFor } from "../../api/api-error";
import { groupBy } from "../../api/queries";
import { GonePreviewNote } from "../../device-actions/retention-preview";
import { GroupLink, RuleLink, UserLink } from "../../entities/entity-links";
import { ConfirmDialog } from "../../forms/action-dialog";
import { PlainButton } from "../../ui/form/buttons";
import { countText } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { t } from "../../words/made/devices";
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
		<ConfirmDialog
			isDangerous
			title={t("groups.delete.question", { groups: nameOrCount(groups) })}
			size={520}
			label={groups.length === 1 ? t("groups.delete.run") : t("groups.bulk.delete", { count: free.length })}
			canRun={free.length > 0 && !isDenied}
			run={remove}
			onRejected={({ reason }) => {
				setIsRejected(reason === "GROUP_IN_USE");
				return false;
			}}
			onClose={onClose}
			others={
				maybeNamed.length > 0 && <PlainButton onClick={() => onMerge(groups)}>{t("groups.mergeInto")}</PlainButton>
			}
		>
			{maybeNamed.length === 0 ? (
				<p>
					{stayText(groups)} {t("groups.delete.effect", { count: groups.length })}
				</p>
			) : (
				<>
					<p>
						{free.length === 0 || isDenied
							? t("groups.inUse.all", { count: groups.length })
							: t("groups.inUse.some", { count: groups.length - free.length, all: countText(groups.length) })}
					</p>
					{uses.map(({ data, error }, index) => {
						const group = maybeNamed[index];
						if (group === undefined) return null;
						return (
							<section
								key={group.id}
								aria-label={t("groups.inUse.where", { group: group.name })}
								className={classes.named}
							>
								<h3 className={classes.namedTitle}>{group.name}</h3>
								{data && <GroupUsesList uses={data.uses} none={t("groups.unused")} />}
								{error && <p className={layout.note}>{sentenceFor(error)}</p>}
							</section>
						);
					})}
					{maybeNamed.length > listedCount && (
						<p className={layout.note}>{t("groups.inUse.others", { count: maybeNamed.length - listedCount })}</p>
					)}
				</>
			)}
			{free.length > 0 && !isDenied && <GonePreviewNote groupIds={free.map(({ id }) => id)} intoId={null} />}
		</ConfirmDialog>
	);
}

function stayText([first, ...others]: GroupListRow[]): string {
	if (!first || others.length > 0) return t("groups.stay.many");
	const { deviceCount } = first;
	if (deviceCount === 0) return t("groups.stay.none");
	return t("groups.stay", { count: deviceCount });
}

function isNamed({ useCounts }: GroupListRow): boolean {
	return useCounts.alerts + useCounts.reports + useCounts.users + useCounts.groups > 0;
}

type GroupUsesListProps = { uses: GroupUses; none: string };

export function GroupUsesList({ uses, none }: GroupUsesListProps) {
	const rows: { key: string; name: ReactNode; end: string }[] = [
		...uses.alerts.map(({ id, name }) => ({
			key: id,
			name: <RuleLink id={id}>{name}</RuleLink>,
			end: t("groups.use.alert"),
		})),
		...uses.reports.map(({ id, name }) => ({ key: id, name, end: t("groups.use.report") })),
		...uses.users.map(({ id, name }) => ({
			key: id,
			name: <UserLink id={id}>{name}</UserLink>,
			end: t("groups.use.user"),
		})),
		...uses.invitations.map(({ id, name }) => ({ key: id, name, end: t("groups.use.invitation") })),
		...uses.groups.map(({ id, name }) => ({
			key: id,
			name: <GroupLink id={id}>{name}</GroupLink>,
			end: t("groups.use.group"),
		})),
	];
	return rows.length === 0 ? <NoRows>{none}</NoRows> : <Rows rows={rows} />;
}
