import type { Membership } from "../../../shared/account/account";
import { accountAddress, preferAccount } from "../../api/open-account";
import { membershipNote, membershipTitle } from "../../entities/membership";
import { PlainButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/membership";
import classes from "./membership.module.css";

export function AccountLinks({ memberships }: { memberships: Membership[] }) {
	return (
		<section aria-labelledby="own-accounts">
			<h2 id="own-accounts" className={classes.accountsTitle}>
				{t("yourAccounts")}
			</h2>
			<ul className={`${layout.plain} ${classes.accounts}`}>
				{memberships.map((membership) => (
					<li key={membership.accountId}>
						<PlainButton
							component="a"
							size="md"
							fullWidth
							justify="space-between"
							href={accountAddress(membership.accountId)}
							rightSection={<span className={classes.accountNote}>{membershipNote(membership, memberships)}</span>}
							onClick={() => preferAccount(membership.accountId)}
						>
							{membershipTitle(membership)}
						</PlainButton>
					</li>
				))}
			</ul>
		</section>
	);
}
