import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../../shared/account/permissions";
import { useAccount } from "../../../api/account";
import { contactGroupList, userList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor, mayBe } from "../../../api/screen-loader";
import { contactDenial } from "../../../features/contacts/contact-labels";
import { NewContact } from "../../../features/contacts/contact-page";
import { RoleGate } from "../../../features/shell/role-gate";
import { useStableDenial } from "../../../forms/stable-denial";
import { CenteredMessage } from "../../../ui/feedback/notes";
import { ButtonLink } from "../../../ui/layout/link";
import { viewerZone } from "../../../ui/time/time-display";
import { t as inContacts } from "../../../words/made/contacts";
import { t } from "../../../words/made/shell";

export const Route = createFileRoute("/_authenticated/accounts/contacts/new")({
	staticData: { title: "newContact" },
	loader: (context) => {
		const start = () => [warm(contactGroupList()), ...(mayBe("viewUsers") ? [warm(userList())] : [])];
		return loadScreenFor("viewContacts", start, context);
	},
	component: () => (
		<RoleGate capability="viewContacts" act="seeContacts">
			<NewContactPage />
		</RoleGate>
	),
});

function NewContactPage() {
	const { me } = useAccount();
	const { data: groups } = useSuspenseQuery(contactGroupList());
	const users = useQuery({ ...userList(), enabled: can(me.role, "viewUsers") });
	const denial = useStableDenial(contactDenial(me));
	if (denial !== null) {
		return (
			<CenteredMessage title={inContacts("contact.new")} text={denial}>
				<ButtonLink to="/accounts/contacts/">{t("missing.allContacts")}</ButtonLink>
			</CenteredMessage>
		);
	}
	return <NewContact timeZone={viewerZone} groups={groups} users={users.data ?? []} />;
}
