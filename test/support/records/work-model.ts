// A model of a work packet, written independently of the transition table: it advances second by second, without a
// database. Times are seconds since the creation of the packet.

/** Lengths of a claim, of a review window and of the packet's life. */
export const DURATION_SECONDS = { claim: 600, review: 1200, packet: 5000 };

interface ClaimModel {
  readonly scope: string;
  readonly by: string;
  /** The state of the scope before the claim. The scope returns to it when the claim expires, or the packet ends. */
  readonly previousState: string;
  fence: number;
  /** The packet's version that the claim is for. */
  packetVersion: number;
  endsAt: number;
  isHeld: boolean;
  hasCandidate: boolean;
}

interface SubmissionModel {
  readonly scope: string;
  readonly by: string;
  /** The end of the review window. */
  readonly endsAt: number;
  readonly reviewers: Set<string>;
  independentReviews: number;
  status: string;
  /** Whether the operator has hidden the submission. */
  isHidden: boolean;
}

interface ScopeModel {
  state: string;
  fence: number;
  /** Index of the latest claim in `claims`. */
  claimIndex: number | null;
  /** Index of the latest submission in `submissions`, candidates not counted. */
  submissionIndex: number | null;
  hasRepairNote: boolean;
}

/** Arguments of a submission besides its claim. */
export interface SubmitArguments {
  readonly fence?: number;
  readonly version?: number;
  readonly candidate: boolean;
}

/**
 * A packet with scopes `a` and `b`, created by ada. A method for a call returns the error code of the refusal, or null
 * when the call succeeds.
 */
export class WorkModel {
  readonly scopes: Record<string, ScopeModel> = {};
  readonly claims: ClaimModel[] = [];
  readonly submissions: SubmissionModel[] = [];
  /** The events in order, as `kind second`: `claim.granted 300`. */
  readonly events: string[] = ['packet.created 0'];
  /** The normalized name of the operator that each agent declares. */
  readonly operators: Readonly<Record<string, string | undefined>>;
  /** `min_independent_reviews` of the packet. */
  readonly requiredReviews: number;
  status = 'open';
  version = 1;
  now = 0;

  constructor(requiredReviews: number, operators: Readonly<Record<string, string | undefined>>) {
    this.requiredReviews = requiredReviews;
    this.operators = operators;
    for (const name of ['a', 'b'])
      this.scopes[name] = {
        state: 'open',
        fence: 0,
        claimIndex: null,
        submissionIndex: null,
        hasRepairNote: false,
      };
  }

  #addEvent(kind: string): void {
    this.events.push(`${kind} ${this.now}`);
  }

  advance(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      this.now++;
      this.#tick();
    }
  }

  #tick(): void {
    if (this.status !== 'open') return;
    if (this.now === DURATION_SECONDS.packet) {
      this.#endPacket('expired', 'packet.expired');
      return;
    }
    for (const scope of Object.values(this.scopes)) {
      const claim = this.claims[scope.claimIndex ?? -1];
      const submission = this.submissions[scope.submissionIndex ?? -1];
      if (scope.state === 'claimed' && claim && claim.endsAt === this.now) {
        this.#addEvent('claim.expired');
        claim.isHeld = false;
        scope.state = claim.previousState;
      } else if (scope.state === 'submitted' && submission && submission.endsAt === this.now) {
        this.#addEvent('submission.lapsed');
        submission.status = 'lapsed';
        scope.state = 'open';
      }
    }
  }

  #endPacket(status: string, eventKind: string): void {
    this.status = status;
    this.#addEvent(eventKind);
    for (const scope of Object.values(this.scopes)) {
      const claim = this.claims[scope.claimIndex ?? -1];
      const submission = this.submissions[scope.submissionIndex ?? -1];
      if (scope.state === 'claimed' && claim) [scope.state, claim.isHeld] = [claim.previousState, false];
      else if (scope.state === 'submitted' && submission)
        [scope.state, submission.status] = ['open', 'lapsed'];
    }
  }

  claim(by: string, name: string, version: number | undefined): string | null {
    const scope = this.scopes[name]!;
    if (this.status !== 'open') return 'state_conflict';
    if (version !== undefined && version !== this.version) return 'version_conflict';
    if (scope.state === 'submitted' || scope.state === 'accepted') return 'state_conflict';
    const endsAt = Math.min(this.now + DURATION_SECONDS.claim, DURATION_SECONDS.packet);
    if (scope.state === 'claimed') {
      const claim = this.claims[scope.claimIndex!]!;
      if (claim.by !== by) return 'claim_held';
      this.#renew(claim, this.version);
      return null;
    }
    const previousState = scope.state;
    scope.fence++;
    scope.state = 'claimed';
    scope.claimIndex = this.claims.length;
    const { fence } = scope;
    const packetVersion = this.version;
    const status = { isHeld: true, hasCandidate: false };
    this.claims.push({ scope: name, by, previousState, fence, packetVersion, endsAt, ...status });
    this.#addEvent('claim.granted');
    return null;
  }

  renewOrRelease(call: 'renew' | 'release', by: string, index: number, fence: number): string | null {
    const claim = this.claims[index]!;
    if (this.status !== 'open') return 'state_conflict';
    if (!claim.isHeld || claim.by !== by || claim.fence !== fence) return 'claim_lost';
    if (call === 'renew') this.#renew(claim, claim.packetVersion);
    else {
      claim.isHeld = false;
      this.scopes[claim.scope]!.state = 'open';
      this.#addEvent('claim.released');
    }
    return null;
  }

  /** A renewal with the same version that moves the end by less than a minute changes nothing. */
  #renew(claim: ClaimModel, packetVersion: number): void {
    const endsAt = Math.min(this.now + DURATION_SECONDS.claim, DURATION_SECONDS.packet);
    if (packetVersion === claim.packetVersion && endsAt - claim.endsAt < 60) return;
    Object.assign(claim, { endsAt, packetVersion });
    this.#addEvent('claim.renewed');
  }

  submit(by: string, index: number, input: SubmitArguments): string | null {
    const claim = this.claims[index]!;
    const scope = this.scopes[claim.scope]!;
    const refusal = this.#refusalOf(by, index, input);
    if (refusal !== null) return refusal;
    if (scope.claimIndex !== index || claim.packetVersion !== this.version) {
      if (!input.candidate) return claim.isHeld ? 'version_conflict' : 'claim_lost';
      if (claim.hasCandidate) return 'state_conflict';
      claim.hasCandidate = true;
      this.#addSubmission(claim.scope, by, 'candidate');
      this.#addEvent('submission.candidate');
      return null;
    }
    if ((input.version ?? this.version) !== this.version) return 'version_conflict';
    if (!claim.isHeld) {
      claim.fence = ++scope.fence;
      this.#addEvent('claim.regranted');
    }
    claim.isHeld = false;
    scope.state = 'submitted';
    scope.submissionIndex = this.submissions.length;
    this.#addSubmission(claim.scope, by, 'pending');
    this.#addEvent('submission.created');
    return null;
  }

  /** Applies the rules for current and outdated claims alike. Returns the error code of the refusal, or null. */
  #refusalOf(by: string, index: number, { fence }: SubmitArguments): string | null {
    const claim = this.claims[index]!;
    const scope = this.scopes[claim.scope]!;
    if (this.status !== 'open') return 'state_conflict';
    if (claim.by !== by) return 'claim_lost';
    if (scope.state === 'accepted') return 'state_conflict';
    if ((fence ?? claim.fence) !== claim.fence) return 'claim_lost';
    return scope.claimIndex === index && scope.state === 'submitted' ? 'state_conflict' : null;
  }

  #addSubmission(scope: string, by: string, status: string): void {
    const endsAt = Math.min(this.now + DURATION_SECONDS.review, DURATION_SECONDS.packet);
    const review = { reviewers: new Set<string>(), independentReviews: 0 };
    this.submissions.push({ scope, by, status, endsAt, ...review, isHidden: false });
  }

  review(by: string, index: number): string | null {
    const submission = this.submissions[index]!;
    if (submission.isHidden) return submission.by === by ? 'state_conflict' : 'not_found';
    if (submission.by === by) return 'self_review';
    if (this.status !== 'open' || submission.status !== 'pending') return 'state_conflict';
    if (submission.reviewers.has(by)) return 'already_reviewed';
    submission.reviewers.add(by);
    const [reviewerOperator, authorOperator] = [this.operators[by], this.operators[submission.by]];
    if (by !== 'ada' && (reviewerOperator === undefined || reviewerOperator !== authorOperator))
      submission.independentReviews++;
    this.#addEvent('review.created');
    return null;
  }

  /** The operator hides a submission. A pending submission lapses. Never refused. */
  hide(index: number): null {
    const submission = this.submissions[index]!;
    submission.isHidden = true;
    if (submission.status !== 'pending') return null;
    submission.status = 'lapsed';
    this.scopes[submission.scope]!.state = 'open';
    this.#addEvent('submission.lapsed');
    return null;
  }

  dispose(by: string, action: string, index: number, version: number | undefined): string | null {
    const submission = action === 'close' ? undefined : this.submissions[index];
    if (submission?.isHidden) return submission.by === by ? 'state_conflict' : 'not_found';
    if (by !== 'ada') return 'not_creator';
    if (this.status !== 'open') return 'state_conflict';
    if (action !== 'close' && !this.#canDecide(action, index)) return 'state_conflict';
    if ((version ?? this.version) !== this.version) return 'version_conflict';
    if (action === 'close') this.#endPacket('closed', 'disposition.closed');
    else this.#decide(action, this.submissions[index]!);
    return null;
  }

  #canDecide(action: string, index: number): boolean {
    const { status, independentReviews } = this.submissions[index]!;
    return status === 'pending' && (action === 'repair' || independentReviews >= this.requiredReviews);
  }

  #decide(action: string, submission: SubmissionModel): void {
    const scope = this.scopes[submission.scope]!;
    scope.state = { accept: 'accepted', reject: 'open', repair: 'repair' }[action] ?? '';
    submission.status = { accept: 'accepted', reject: 'rejected', repair: 'repair' }[action] ?? '';
    if (action === 'repair') this.version++;
    if (action !== 'reject') scope.hasRepairNote = action === 'repair';
    this.#addEvent(`disposition.${submission.status}`);
    if (Object.values(this.scopes).every(({ state }) => state === 'accepted')) this.status = 'accepted';
  }
}
