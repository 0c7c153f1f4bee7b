import type { AuditEntity, AuditEntry, AuditField, AuditPage } from "../../../shared/account/audit";
import { ContactLink, DeviceLink, EventLink, GroupLink, RuleLink, UserLink } from "../../entities/entity-links";
import { Dialog } from "../../ui/feedback/dialog";
import { Facts } from "../../ui/layout/detail";
import layout from "../../ui/layout/layouts.module.css";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/account";
import classes from "./audit.module.css";
import {
	actionLabel,
	actorLabel,
	entityLabel,
	fieldLabel,
	furtherText,
	kindLabels,
	onlyOrder,
	originText,
	valueText,
} from "./audit-labels";

type AuditChangesProps = { entry: AuditEntry | null; names: AuditPage["names"]; onClose: () => void };

export function AuditChanges({ entry, names, onClose }: AuditChangesProps) {
	return (
		<Dialog isOpen={entry !== null} onClose={onClose} title={entry && actionLabel(entry.action)} size={720}>
			{entry && (
				<div className={layout.column}>
					<Facts
						facts={[
							{ label: t("audit.who"), value: actorLabel(entry) },
							{ label: t("audit.when"), value: <TimeStamp to="seconds" at={entry.at.getTime()} isFocusable /> },
							{
								label: t("audit.from"),
								value: originText(entry) || t("notKnown"),
								...(entry.address === null && { note: t("ipAddressesAreStoredFor90") }),
							},
							...reasonFacts(entry),
							...(entry.requestId === null ? [] : [{ label: t("requestId"), value: entry.requestId }]),
							...(entry.callerRequestId === null
								? []
								: [{ label: t("idGivenByTheCaller"), value: entry.callerRequestId }]),
						]}
					/>
					{entry.entities.map((entity) => (
						<EntityChanges key={`${entity.kind} ${entity.id}`} entity={entity} names={names} />
					))}
					{furtherText(entry) && <p className={classes.note}>{furtherText(entry)}</p>}
				</div>
			)}
		</Dialog>
	);
}

function reasonFacts({ reason = null, proof = null }: AuditEntry) {
	if (reason === null) return [];
	return [
		{ label: t("audit.reason"), value: reason, ...(proof !== null && { note: t("audit.proof", { by: proof }) }) },
	];
}

function EntityChanges({ entity, names }: { entity: AuditEntity; names: AuditPage["names"] }) {
	const kind = kindLabels[entity.kind];
	const heading = t("audit.entity", { kind, name: entityLabel(entity) });
	const shown = { kind, name: <EntityLink entity={entity} /> };
	return (
		<section aria-label={heading}>
			<h3 className={classes.heading}>
				{rich(entity.became === undefined ? "audit.entity" : `audit.entity.${entity.became}`, shown)}
			</h3>
			{entity.fields.length > 0 && <FieldTable entity={entity} names={names} />}
		</section>
	);
}

export function FieldTable({ entity, names }: { entity: AuditEntity; names: AuditPage["names"] }) {
	return (
		<table className={classes.fields}>
			<thead>
				<tr>
					<th scope="col">{t("field")}</th>
					<th scope="col">{t("audit.before")}</th>
					<th scope="col">{t("audit.after")}</th>
				</tr>
			</thead>
			<tbody>
				{entity.fields.map((field) => (
					<tr key={field.field}>
						<th scope="row">{fieldLabel(entity, field, names)}</th>
						{field.as === "hidden" ? (
							<td colSpan={2}>{t("changedTheValueIsNotStored")}</td>
						) : (
							<>
								<td>{cellText(field, "before", names)}</td>
								<td>
									{field.field === runField && entity.kind === "report" ? (
										<EntityLink entity={entity} label={cellText(field, "after", names)} />
									) : (
										cellText(field, "after", names)
									)}
								</td>
							</>
						)}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function cellText(field: AuditField, side: "before" | "after", names: AuditPage["names"]): string {
	if (field.as === "list" && field.before === null && field.after === null) return side === "after" ? onlyOrder : "—";
	const value = field[side];
	if (value === null) return "—";
	const text = valueText(value, names, field.field);
	return field.as === "list" ? t(`audit.list.${side}`, { names: text }) : text;
}

const runField = "run";

function runOf({ kind, fields }: AuditEntity): string | undefined {
	const value = kind === "report" ? fields.find(({ field }) => field === runField)?.after : undefined;
	return typeof value === "string" ? value : undefined;
}

const links: Partial<Record<AuditEntity["kind"], typeof DeviceLink>> = {
	device: DeviceLink,
	group: GroupLink,
	contact: ContactLink,
	alert: RuleLink,
	alertEvent: EventLink,
	user: UserLink,
	invitation: UserLink,
};

type EntityLinkProps = { entity: AuditEntity; label?: string };

export function EntityLink({ entity, label = entityLabel(entity) }: EntityLinkProps) {
	const { kind, id, became } = entity;
	if (became === "deleted") return label;
	if (kind === "report") {
		const run = runOf(entity);
		return (
			<TextLink
				to="/reports/edit/$reportId"
				params={{ reportId: id }}
				search={run === undefined ? {} : { tab: "runs", run }}
			>
				{label}
			</TextLink>
		);
	}
	const PageLink = links[kind];
	return PageLink ? <PageLink id={id}>{label}</PageLink> : label;
}
