import {
	CreateAccount,
	type CurrentAccount,
	EndAccess,
	InvitationTarget,
	InviteUser,
	LeaveAccount,
	RequireSecondStep,
	SaveOwnLanguage,
	UpdateInvitation,
	UpdateUser,
	UserTarget,
} from "../../shared/account/account";
import { GetAudit } from "../../shared/account/audit";
import { ChangeReasons } from "../../shared/account/change-reasons";
import { UpdateCompany } from "../../shared/account/company";
import { LimitSessions } from "../../shared/account/limit-sessions";
import { RequestProvider, RequireSso, SaveNewcomer, SaveProviderEnd, SsoDomainTarget } from "../../shared/account/sso";
import { serverLimits } from "../../shared/base/limits";
import { PreviewEvidence } from "../../shared/report/report-settings";
import type { Call } from "../base/context";
import { procedureFor, procedureForSignedIn, router } from "../base/trpc";
import { accountOrThrow } from "../db/account-rows";
import { countDevices } from "../db/device-rows";
import { accountUrl } from "../message/account-url";
import { limitsOf } from "../session/sign-ins";
import { readChangeReasons, saveChangeReasons } from "./change-reasons";
import { getCompany, getEvidenceCut, updateCompany } from "./company";
import { getUsers, inviteUser, resendInvitation, revokeInvitation, updateInvitation } from "./invitations";
import { acceptInvitation, createAccount, getFormerMembership, getInvitation, getInvitations } from "./join-account";
import { isMeasured, limitSessions } from "./limit-sessions";
import {
	disableUser,
	enableUser,
	endUserSessions,
	leaveAccount,
	removeUser,
	transferOwnership,
	updateUser,
} from "./manage-users";
import { currentAccount, saveOwnLanguage } from "./members";
import { getMemberships } from "./memberships";
import { saveProviderEnd } from "./provider-ends";
import { getAudit } from "./read-audit";
import { requireSecondStep } from "./require-second-step";
import { requireSso } from "./require-sso";
import {
	claimDomain,
	getSso,
	lookAtDomain,
	releaseDomain,
	removeProvider,
	requestProvider,
	saveNewcomer,
} from "./sso-settings";

export const accountRouter = router({
	getCurrent: procedureFor("viewAccount", { isBeforeSecondStep: true }).query(({ ctx }) =>
		getCurrent({ ctx, input: undefined }),
	),
	getConsoleUrl: procedureFor("viewAccount").query(({ ctx }) => accountUrl(ctx, ctx.accountId)),
	getCompany: procedureFor("viewAccount").query(({ ctx }) => getCompany({ ctx, input: undefined })),
	updateCompany: procedureFor("editCompany").input(UpdateCompany).mutation(updateCompany),
	previewEvidence: procedureFor("editCompany").input(PreviewEvidence).query(getEvidenceCut),
	getAudit: procedureFor("viewAudit").input(GetAudit).query(getAudit),
	getUsers: procedureFor("viewUsers").query(({ ctx }) => getUsers({ ctx, input: undefined })),
	inviteUser: procedureFor("editUsers").input(InviteUser).mutation(inviteUser),
	resendInvitation: procedureFor("editUsers").input(InvitationTarget).mutation(resendInvitation),
	updateInvitation: procedureFor("editUsers").input(UpdateInvitation).mutation(updateInvitation),
	revokeInvitation: procedureFor("editUsers").input(InvitationTarget).mutation(revokeInvitation),
	updateUser: procedureFor("editUsers").input(UpdateUser).mutation(updateUser),
	disableUser: procedureFor("editUsers").input(EndAccess).mutation(disableUser),
	enableUser: procedureFor("editUsers").input(UserTarget).mutation(enableUser),
	endUserSessions: procedureFor("editUsers").input(UserTarget).mutation(endUserSessions),
	removeUser: procedureFor("editUsers").input(EndAccess).mutation(removeUser),
	transferOwnership: procedureFor("editOwners").input(UserTarget).mutation(transferOwnership),
	limitSessions: procedureFor("editOwners").input(LimitSessions).mutation(limitSessions),
	getChangeReasons: procedureFor("viewAccount").query(({ ctx }) => readChangeReasons(ctx.db)),
	saveChangeReasons: procedureFor("editOwners").input(ChangeReasons).mutation(saveChangeReasons),
	requireSecondStep: procedureFor("editOwners").input(RequireSecondStep).mutation(requireSecondStep),
	getSso: procedureFor("editSignIn").query(({ ctx }) => getSso({ ctx, input: undefined })),
	claimDomain: procedureFor("editSignIn").input(SsoDomainTarget).mutation(claimDomain),
	lookAtDomain: procedureFor("editSignIn", { unaudited: "Looks for a record and changes nothing that people chose." })
		.input(SsoDomainTarget)
		.mutation(lookAtDomain),
	saveNewcomer: procedureFor("editSignIn").input(SaveNewcomer).mutation(saveNewcomer),
	releaseDomain: procedureFor("editSignIn").input(SsoDomainTarget).mutation(releaseDomain),
	requestProvider: procedureFor("editSignIn").input(RequestProvider).mutation(requestProvider),
	removeProvider: procedureFor("editSignIn").mutation(({ ctx }) => removeProvider({ ctx, input: undefined })),
	saveProviderEnd: procedureFor("editSignIn").input(SaveProviderEnd).mutation(saveProviderEnd),
	requireSso: procedureFor("editSignIn").input(RequireSso).mutation(requireSso),
	saveOwnLanguage: procedureFor("viewAccount").input(SaveOwnLanguage).mutation(saveOwnLanguage),
	leaveAccount: procedureFor("viewAccount").input(LeaveAccount).mutation(leaveAccount),
	getMemberships: procedureForSignedIn.query(getMemberships),
	getInvitations: procedureForSignedIn.query(getInvitations),
	getInvitation: procedureForSignedIn.input(InvitationTarget).query(getInvitation),
	getFormerMembership: procedureForSignedIn.query(getFormerMembership),
	createAccount: procedureForSignedIn.input(CreateAccount).mutation(createAccount),
	acceptInvitation: procedureForSignedIn.input(InvitationTarget).mutation(acceptInvitation),
});

function getCurrent({ ctx }: Call): CurrentAccount {
	const hasManyDevices = countDevices(ctx.db) > serverLimits.devicesSearchedInPage;
	const isIdleMeasured = isMeasured(ctx);
	const account = currentAccount(ctx.db, ctx.user);
	const ownSessionHours = limitsOf(accountOrThrow(ctx.db), ctx.identity.signIn).sessionHours;
	return { ...account, ownSessionHours, hasOthers: ctx.hasOthers, hasManyDevices, isIdleMeasured };
}
