import { useQuery } from "@tanstack/react-query";
import type { FourEyesKind } from "../../shared/account/four-eyes";
import { accountRecord } from "../api/account";
import { Callout } from "../ui/feedback/notes";
import { TextLink } from "../ui/layout/link";
import { rich } from "../words/made/forms";

/** Says before anything is typed that a second person approves the change. */
export function SecondPersonNote({ kind }: { kind: FourEyesKind }) {
	// The screen around the form has loaded the account.
	const { data } = useQuery({ ...accountRecord(), enabled: false });
	if (!data?.fourEyes?.includes(kind)) return null;
	return (
		<Callout tone="brand">
			{rich("secondPerson", {
				link: (text) => (
					<TextLink to="/accounts/audit/" search={{ view: "proposals" }}>
						{text}
					</TextLink>
				),
			})}
		</Callout>
	);
}
