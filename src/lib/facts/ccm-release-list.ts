/** One minor of kubernetes/cloud-provider-aws. */
export interface AwsCcmMinor {
  readonly minor: string;
  /** Every git tag of the minor by its patch number, with the k8s.io/cloud-provider that its go.mod links. Patch numbers jump. */
  readonly tags: readonly { readonly patches: readonly number[]; readonly cloudProvider: string }[];
  /** Patch numbers whose image was promoted. A tag without a promotion has no image in the registry. */
  readonly promoted: readonly number[];
  /** Digest of the newest promoted image, where it was read. */
  readonly digest?: string;
  readonly source: string;
}

const SOURCE = 'kubernetes/k8s.io registry.k8s.io/images/k8s-staging-provider-aws/images.yaml; go.mod of each tag';

/** Every release of the AWS cloud-controller-manager. Promotions lag behind tags and skip some: a tag is never derived by arithmetic. */
export const AWS_CCM_MINORS: readonly AwsCcmMinor[] = [
  {
    minor: '1.20',
    tags: [
      { patches: [0, 1, 2, 3, 4], cloudProvider: 'v0.20.15' },
    ],
    promoted: [1, 2, 3],
    digest: 'sha256:eda6964f20b5c30bddcb94ccbc954d98b0687f9712435c24f22037e9aeb38f31',
    source: SOURCE,
  },
  {
    minor: '1.21',
    tags: [
      { patches: [0], cloudProvider: 'v0.21.0' },
      { patches: [1, 2, 3, 4, 5, 6, 7], cloudProvider: 'v0.21.11' },
    ],
    promoted: [1, 2, 3],
    digest: 'sha256:6f7f7d7ae92c495f17f6e5fbd23798c3346e01f412f6966b14a8473d4141bd37',
    source: SOURCE,
  },
  {
    minor: '1.22',
    tags: [
      { patches: [0, 1, 2, 3, 4, 5, 6, 7, 8], cloudProvider: 'v0.22.8' },
    ],
    promoted: [0, 1, 2, 3, 4, 8],
    digest: 'sha256:6f372c1908118a7205795cfb281a9b0a28795190a808477359f86b073e5a8fa6',
    source: SOURCE,
  },
  {
    minor: '1.23',
    tags: [
      { patches: [0, 1, 2, 3, 4, 5, 6, 7], cloudProvider: 'v0.23.5' },
      { patches: [17, 18, 19, 20, 21], cloudProvider: 'v0.23.17' },
    ],
    promoted: [0, 1, 2, 17, 18, 19, 20],
    digest: 'sha256:b4caba8314fe5b6395397730e7fb3164ccb25a04228a0fad003d43329607dcfc',
    source: SOURCE,
  },
  {
    minor: '1.24',
    tags: [
      { patches: [0], cloudProvider: 'v0.24.0' },
      { patches: [1], cloudProvider: 'v0.24.2' },
      { patches: [2, 3], cloudProvider: 'v0.25.0' },
      { patches: [4, 5], cloudProvider: 'v0.24.9' },
      { patches: [15], cloudProvider: 'v0.24.15' },
      { patches: [16, 17, 18, 19, 20], cloudProvider: 'v0.24.17' },
    ],
    promoted: [0, 1, 2, 3, 4, 15, 16, 17, 18, 19],
    digest: 'sha256:3a8daf576a7c624ad4512daff51f0a34f9c0257566c92c44eee4a029bca86ff1',
    source: SOURCE,
  },
  {
    minor: '1.25',
    tags: [
      { patches: [0], cloudProvider: 'v0.25.0' },
      { patches: [1, 2, 3], cloudProvider: 'v0.25.3' },
      { patches: [11], cloudProvider: 'v0.25.11' },
      { patches: [12, 13, 14, 15, 16], cloudProvider: 'v0.25.15' },
    ],
    promoted: [0, 1, 2, 3, 12, 13, 14, 15],
    digest: 'sha256:825136d4377b4132ee9c024f8db3f77da5f641523377ad66b7e1b29b057c13e1',
    source: SOURCE,
  },
  {
    minor: '1.26',
    tags: [
      { patches: [0, 1], cloudProvider: 'v0.26.0' },
      { patches: [6, 7], cloudProvider: 'v0.26.6' },
      { patches: [8, 9, 10, 11, 12, 13, 14], cloudProvider: 'v0.26.10' },
    ],
    promoted: [0, 1, 6, 8, 9, 10, 11, 12, 14],
    digest: 'sha256:bfdfbfe6ddee363786d27a3f47cdaaf7de06edb38352e825038847c5d0935064',
    source: SOURCE,
  },
  {
    minor: '1.27',
    tags: [
      { patches: [0, 1, 2], cloudProvider: 'v0.27.0' },
      { patches: [3, 4, 5, 6, 7], cloudProvider: 'v0.27.7' },
      { patches: [8, 9, 10], cloudProvider: 'v0.27.14' },
    ],
    promoted: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    digest: 'sha256:f2f12f9a87a79ab83b7bce17b416eee33a44f24a9103ffe54e8f861073b41f3b',
    source: SOURCE,
  },
  {
    minor: '1.28',
    tags: [
      { patches: [0, 1], cloudProvider: 'v0.28.0' },
      { patches: [2, 3, 4], cloudProvider: 'v0.28.3' },
      { patches: [5, 6], cloudProvider: 'v0.28.7' },
      { patches: [7, 8, 9, 10, 11], cloudProvider: 'v0.28.10' },
    ],
    promoted: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    digest: 'sha256:6deb87f623dab9d2f1391bbd1d3be34d949175bc58cbca6cdb2830dc2c6171f3',
    source: SOURCE,
  },
  {
    minor: '1.29',
    tags: [
      { patches: [0, 1, 2, 3], cloudProvider: 'v0.29.0' },
      { patches: [4, 5, 6, 7, 8, 9, 10], cloudProvider: 'v0.29.5' },
    ],
    promoted: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    digest: 'sha256:84737d544b6c07c16be9a1493557c6ae93138e0d48c63656d370be8b2230c398',
    source: SOURCE,
  },
  {
    minor: '1.30',
    tags: [
      { patches: [0, 1], cloudProvider: 'v0.30.0' },
      { patches: [2, 3, 4, 5, 6, 7, 8, 9, 10], cloudProvider: 'v0.30.1' },
    ],
    promoted: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    digest: 'sha256:d24df67308f35fe2c71aa48047170f2eeb3b39d23ede4b79351143f58c7a380e',
    source: SOURCE,
  },
  {
    minor: '1.31',
    tags: [
      { patches: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], cloudProvider: 'v0.31.0' },
    ],
    promoted: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    digest: 'sha256:4dc7e514e03ad28fa475153831c1d2bb40f19c65c1afc9caa83fa6025c018bb0',
    source: SOURCE,
  },
  {
    minor: '1.32',
    tags: [
      { patches: [0, 1, 2], cloudProvider: 'v0.32.0' },
      { patches: [3, 4, 5, 6, 7, 8], cloudProvider: 'v0.33.0-rc.0' },
    ],
    promoted: [0, 1, 2, 3, 5, 6, 7, 8],
    digest: 'sha256:1bb79227d3f631d686ee1dfaa36ffcd6780f4d54918b0e54aa5d635a987b3fe5',
    source: SOURCE,
  },
  {
    minor: '1.33',
    tags: [
      { patches: [0, 1, 2, 3, 4], cloudProvider: 'v0.33.0' },
    ],
    promoted: [0, 2, 4],
    digest: 'sha256:b54bc094711e9d7ace6c9bab3d6f02a598e7570ac1fedd6341940e1de79ea476',
    source: SOURCE,
  },
  {
    minor: '1.34',
    tags: [
      { patches: [0, 1, 2, 3], cloudProvider: 'v0.34.0' },
    ],
    promoted: [0, 2, 3],
    digest: 'sha256:ab45cec4a1ee68a556d09a362746db8fd66b258101aefcf0542f51e960248810',
    source: SOURCE,
  },
  {
    minor: '1.35',
    tags: [
      { patches: [0, 1, 2], cloudProvider: 'v0.35.0' },
    ],
    promoted: [0, 2],
    digest: 'sha256:5a5d4e5942ad078a184c12bf5435f8226ccb157ee15e9e1f87c183a4bf4b8f1a',
    source: SOURCE,
  },
  {
    minor: '1.36',
    tags: [
      { patches: [0, 1], cloudProvider: 'v0.36.0' },
    ],
    promoted: [1],
    // v1.36.1 is used by kops, but is newer than the images.yaml that was read; whether v1.36.0 was promoted is not known.
    source: 'kubernetes/kops pkg/model/components/awscloudcontrollermanager.go:75; go.mod of each tag',
  },
];
