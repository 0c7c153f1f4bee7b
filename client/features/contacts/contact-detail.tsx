import type { AddressStatus, Contact } from "../../../shared/contact";
import { Address, addressWords, reachOf, reachWords } from "../../entities/contact";
import { unbuiltAreas } from "../../entities/labels";
import { Card } from "../../ui/layout/card";
import { Detail, Facts } from "../../ui/layout/detail";
import { TimeStamp } from "../../ui/time/time-stamp";

export function ContactDetail({ contact }: { contact: Contact }) {
	const subtitle = [contact.title, contact.company].filter(Boolean).join(", ");
	return (
		<Detail
			title={contact.fullName}
			subtitle={subtitle || reachWords[reachOf(contact)].label}
			list={{ to: "/accounts/contacts/", title: "All contacts" }}
			notice={unbuiltAreas.contacts}
		>
			<Card title="Contact">
				<Facts
					facts={[
						{ label: "Name", value: contact.fullName },
						{ label: "Title", value: contact.title || "—" },
						{ label: "Company", value: contact.company || "—" },
						{
							label: "E-mail",
							value: <Address address={contact.email} status={contact.emailStatus} />,
							note: meaningOf(contact.email, contact.emailStatus),
						},
						{
							label: "Phone",
							value: <Address address={contact.phone} status={contact.phoneStatus} />,
							note: meaningOf(contact.phone, contact.phoneStatus),
						},
						{ label: "Time zone", value: contact.timeZone, note: "Times in messages are written in it." },
						{
							label: "Last notified",
							value: contact.lastNotifiedAt ? <TimeStamp at={contact.lastNotifiedAt.getTime()} isFocusable /> : "Never",
						},
						{ label: "Created", value: <TimeStamp at={contact.createdAt.getTime()} isFocusable /> },
					]}
				/>
			</Card>
		</Detail>
	);
}

function meaningOf(address: string | null, status: AddressStatus): string | null {
	return address === null ? null : `${addressWords[status].meaning}.`;
}
