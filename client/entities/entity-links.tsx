import type { AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { TextLink } from "../ui/layout/link";

type EntityLinkProps = Pick<AnchorProps, "className" | "inherit" | "underline"> & { id: string; children: ReactNode };

export function DeviceLink({ id, ...link }: EntityLinkProps) {
	return <TextLink to="/devices/$deviceId" params={{ deviceId: id }} {...link} />;
}

export function GroupLink({ id, ...link }: EntityLinkProps) {
	return <TextLink to="/groups/$groupId" params={{ groupId: id }} {...link} />;
}

export function RuleLink({ id, ...link }: EntityLinkProps) {
	return <TextLink to="/alerts/edit/$alertId" params={{ alertId: id }} {...link} />;
}

export function EventLink({ id, ...link }: EntityLinkProps) {
	return <TextLink to="/alerts/events/$eventId" params={{ eventId: id }} {...link} />;
}

export function ReportLink({ id, ...link }: EntityLinkProps) {
	return <TextLink to="/reports/edit/$reportId" params={{ reportId: id }} {...link} />;
}

export function ContactLink({ id, ...link }: EntityLinkProps) {
	return <TextLink to="/accounts/contacts/edit/$contactId" params={{ contactId: id }} {...link} />;
}

export function UserLink({ id, ...link }: EntityLinkProps) {
	return <TextLink to="/accounts/users/edit/$userId" params={{ userId: id }} {...link} />;
}
