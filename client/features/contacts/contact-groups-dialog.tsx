import { Button, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ContactGroup } from "../../../shared/contact";
import { trpcClient } from "../../api/trpc";
import { useNamedAct } from "../../forms/named-act";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { ButtonRow } from "../../ui/form/buttons";
import { countOf } from "../../ui/format";
import { useRefreshContacts } from "./contact-calls";
import classes from "./contacts.module.css";

type ContactGroupsDialogProps = { isOpen: boolean; groups: ContactGroup[]; onClose: () => void };

export function ContactGroupsDialog({ isOpen, groups, onClose }: ContactGroupsDialogProps) {
	return (
		<Modal opened={useOpenedLate(isOpen)} onClose={onClose} title="Contact groups" size={520}>
			<div className={classes.dialog}>
				<p className={classes.lead}>
					A change of a contact group reaches every alert and report that is sent to it. Contacts stay when their group
					goes.
				</p>
				{groups.map((group) => (
					<GroupRow key={`${group.id} ${group.name}`} group={group} />
				))}
				<NewGroup />
				<ButtonRow>
					<Button variant="default" onClick={onClose}>
						Close
					</Button>
				</ButtonRow>
			</div>
		</Modal>
	);
}

function GroupRow({ group }: { group: ContactGroup }) {
	const [name, setName] = useState(group.name);
	const [isConfirming, setIsConfirming] = useState(false);
	const { isBusy, nameError, failure, run } = useNamedAct(useRefreshContacts());
	return (
		<form
			className={classes.dialog}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void run(() => trpcClient.contact.renameContactGroup.mutate({ groupId: group.id, name }));
			}}
		>
			<div className={classes.groupRow}>
				<TextInput
					label={`${group.name}, ${countOf(group.contactCount, "contact")}`}
					value={name}
					error={nameError ?? failure}
					onChange={({ currentTarget: { value } }) => setName(value)}
				/>
				{name !== group.name && (
					<Button type="submit" variant="default" loading={isBusy}>
						Rename
					</Button>
				)}
				{isConfirming ? (
					<Button
						color="red"
						loading={isBusy}
						onClick={() => void run(() => trpcClient.contact.deleteContactGroup.mutate({ groupId: group.id }))}
					>
						Delete now
					</Button>
				) : (
					<Button
						variant="subtle"
						color="red"
						aria-label={`Delete ${group.name}`}
						onClick={() => setIsConfirming(true)}
					>
						Delete
					</Button>
				)}
			</div>
		</form>
	);
}

function NewGroup() {
	const [name, setName] = useState("");
	const { isBusy, nameError, failure, run } = useNamedAct(useRefreshContacts());
	const add = async () => {
		if ((await run(() => trpcClient.contact.createContactGroup.mutate({ name }))) !== null) setName("");
	};
	return (
		<form
			className={classes.groupRow}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void add();
			}}
		>
			<TextInput
				label="New contact group"
				value={name}
				error={nameError ?? failure}
				onChange={({ currentTarget: { value } }) => setName(value)}
			/>
			<Button type="submit" loading={isBusy}>
				Add
			</Button>
		</form>
	);
}
