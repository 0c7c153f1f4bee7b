import { Checkbox, TextInput } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { AlertRole } from "../../../shared/alert/alert-rule";
import type { Roster } from "../../../shared/duty/roster";
import { type ApiFailure, sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import { holdSubmit } from "../../forms/entity-form";
import { PlainButton } from "../../ui/form/buttons";
import { MultiSelect } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { viewerZone } from "../../ui/time/time-display";
import { t } from "../../words/made/alerts";
import { t as duty } from "../../words/made/duty";
import classes from "./alerts.module.css";
import type { ErrorAt } from "./sentence-parts";

type Recipients = { contactIds: string[]; roles?: AlertRole[] | undefined; rosterIds?: string[] | undefined };

type MoreRecipientsProps = {
	recipients: Recipients;
	path: string;
	rolesPath: string;
	rostersPath: string;
	rosters: readonly Roster[];
	errorAt: ErrorAt;
	canAddContacts: boolean;
	onChange: (
		changes: Partial<Pick<Recipients, "contactIds"> & { roles: AlertRole[]; rosterIds: string[] }>,
		path: string,
	) => void;
};

export function MoreRecipients(props: MoreRecipientsProps) {
	const { recipients, path, rolesPath, rostersPath, rosters, errorAt, canAddContacts, onChange } = props;
	const { contactIds, roles = [], rosterIds = [] } = recipients;
	const [isAdding, setIsAdding] = useState(false);
	const refresh = useQueryClient();
	const add = async (id: string) => {
		await refresh.invalidateQueries(trpc.account.getContacts.queryFilter());
		onChange({ contactIds: [...new Set([...contactIds, id])] }, `${path}contactIds`);
	};
	const addMe = async () => {
		try {
			await add((await trpcClient.contact.addMe.mutate()).id);
			return true;
		} catch (error) {
			toast.error(sentenceFor(error));
			return false;
		}
	};
	return (
		<>
			<div className={classes.buttons}>
				<PlainButton
					size="xs"
					leftSection={<IconUserPlus size={15} stroke={1.7} />}
					onClick={({ currentTarget: { form } }) => holdSubmit(form, addMe())}
				>
					{t("recipients.addMe")}
				</PlainButton>
				{canAddContacts && (
					<PlainButton
						size="xs"
						leftSection={<IconUserPlus size={15} stroke={1.7} />}
						onClick={() => setIsAdding(true)}
					>
						{t("recipients.newContact")}
					</PlainButton>
				)}
			</div>
			{(rosters.length > 0 || rosterIds.length > 0) && (
				<MultiSelect
					label={duty("recipients")}
					searchable
					description={duty("recipients.help")}
					clearable
					data={rosterOptions(rosters, rosterIds)}
					value={rosterIds}
					error={errorAt(rostersPath)}
					onChange={(ids) => onChange({ rosterIds: ids }, rostersPath)}
				/>
			)}
			<Checkbox.Group
				label={t("recipients.roles")}
				description={t("recipients.roles.help")}
				value={roles}
				onChange={(chosen) => onChange({ roles: AlertRole.options.filter((role) => chosen.includes(role)) }, rolesPath)}
			>
				<div className={layout.checks}>
					{AlertRole.options.map((role) => (
						<Checkbox key={role} value={role} label={t(`recipients.role.${role}`)} />
					))}
				</div>
			</Checkbox.Group>
			{isAdding && (
				// The dialog is inside the rule's form; its button must not submit that form.
				<div onSubmit={(event) => event.stopPropagation()}>
					<NewContactDialog onClose={() => setIsAdding(false)} onAdded={add} />
				</div>
			)}
		</>
	);
}

function rosterOptions(rosters: readonly Roster[], chosen: readonly string[]) {
	const known = new Set(rosters.map(({ id }) => id));
	const gone = chosen.filter((id) => !known.has(id)).map((value) => ({ value, label: duty("recipients.gone") }));
	return [...rosters.map(({ id, name }) => ({ value: id, label: name })), ...gone];
}

type NewContactProps = { onClose: () => void; onAdded: (contactId: string) => Promise<void> };

function NewContactDialog({ onClose, onAdded }: NewContactProps) {
	const [typed, setTyped] = useState({ fullName: "", email: "" });
	const [errors, setErrors] = useState<ApiFailure["fields"]>({});
	const run = async () => {
		const { contact } = await trpcClient.contact.createContact.mutate({
			fullName: typed.fullName,
			email: typed.email.trim() || null,
			phone: null,
			webhookUrl: null,
			slackUrl: null,
			company: "",
			title: "",
			defaultChannels: ["email"],
			timeZone: viewerZone,
			quietHours: [],
			criticalBypassesQuiet: true,
			contactGroupIds: [],
			linkedUserId: null,
		});
		toast.success(t("recipients.linkSent", { name: contact.fullName }));
		await onAdded(contact.id);
	};
	const field = (name: "fullName" | "email") => ({
		value: typed[name],
		error: errors[name],
		onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
			setTyped((before) => ({ ...before, [name]: value }));
			setErrors(({ [name]: _, ...others }) => others);
		},
	});
	return (
		<ActionDialog
			title={t("recipients.new")}
			label={t("recipients.addContact")}
			run={run}
			onClose={onClose}
			onRejected={({ fields }) => {
				setErrors(fields);
				return fields.fullName !== undefined || fields.email !== undefined;
			}}
		>
			<TextInput label={t("name")} withAsterisk data-autofocus {...field("fullName")} />
			<TextInput label={t("recipients.email")} type="email" withAsterisk {...field("email")} />
		</ActionDialog>
	);
}
