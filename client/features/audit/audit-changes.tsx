import type { AuditEntity, AuditEntry, AuditField, AuditPage } from "../../../shared/account/audit";
import { Dialog } from "../../ui/feedback/dialog";
import { Facts } from "../../ui/layout/detail";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
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
				<div className={classes.entry}>
					<Facts
						facts={[
							{ label: "Who", value: actorLabel(entry) },
							{ label: "When", value: <TimeStamp to="seconds" at={entry.at.getTime()} isFocusable /> },
							{
								label: "From",
								value: originText(entry) || "Not known",
								...(entry.address === null && { note: "IP addresses are stored for 90 days." }),
							},
							...(entry.requestId === null ? [] : [{ label: "Request id", value: entry.requestId }]),
							...(entry.callerRequestId === null
								? []
								: [{ label: "Id given by the caller", value: entry.callerRequestId }]),
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

function EntityChanges({ entity, names }: { entity: AuditEntity; names: AuditPage["names"] }) {
	const heading = `${kindLabels[entity.kind]} ${entityLabel(entity)}`;
	const became = entity.became === undefined ? "" : entity.became === "created" ? ", created" : ", deleted";
	return (
		<section aria-label={heading}>
			<h3 className={classes.heading}>
				{kindLabels[entity.kind]} <EntityLink entity={entity} />
				{became}
			</h3>
			{entity.fields.length > 0 && (
				<table className={classes.fields}>
					<thead>
						<tr>
							<th scope="col">Field</th>
							<th scope="col">Before</th>
							<th scope="col">After</th>
						</tr>
					</thead>
					<tbody>
						{entity.fields.map((field) => (
							<tr key={field.field}>
								<th scope="row">{fieldLabel(entity, field, names)}</th>
								{field.as === "hidden" ? (
									<td colSpan={2}>Changed; the value is not stored.</td>
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
			)}
		</section>
	);
}

const listLeads = { before: "Left: ", after: "Joined: " };

function cellText(field: AuditField, side: "before" | "after", names: AuditPage["names"]): string {
	if (field.as === "list" && field.before === null && field.after === null) return side === "after" ? onlyOrder : "—";
	const value = field[side];
	const lead = field.as === "list" ? listLeads[side] : "";
	return value === null ? "—" : `${lead}${valueText(value, names, field.field)}`;
}

const runField = "run";

function runOf({ kind, fields }: AuditEntity): string | undefined {
	const value = kind === "report" ? fields.find(({ field }) => field === runField)?.after : undefined;
	return typeof value === "string" ? value : undefined;
}

type EntityLinkProps = { entity: AuditEntity; label?: string };

export function EntityLink({ entity, label = entityLabel(entity) }: EntityLinkProps) {
	const { kind, id, became } = entity;
	if (became === "deleted") return label;
	if (kind === "device") {
		return (
			<TextLink to="/devices/$deviceId" params={{ deviceId: id }}>
				{label}
			</TextLink>
		);
	}
	if (kind === "group") {
		return (
			<TextLink to="/groups/$groupId" params={{ groupId: id }}>
				{label}
			</TextLink>
		);
	}
	if (kind === "contact") {
		return (
			<TextLink to="/accounts/contacts/edit/$contactId" params={{ contactId: id }}>
				{label}
			</TextLink>
		);
	}
	if (kind === "alert") {
		return (
			<TextLink to="/alerts/edit/$alertId" params={{ alertId: id }}>
				{label}
			</TextLink>
		);
	}
	if (kind === "alertEvent") {
		return (
			<TextLink to="/alerts/events/$eventId" params={{ eventId: id }}>
				{label}
			</TextLink>
		);
	}
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
	if (kind === "user" || kind === "invitation") {
		return (
			<TextLink to="/accounts/users/edit/$userId" params={{ userId: id }}>
				{label}
			</TextLink>
		);
	}
	return label;
}
